import { defineServerHalf } from '../../core/server/extension/server-half.ts';
import { mountProtocol } from './mount-protocol.ts';
import { protocolsOfOthers } from './protocols.ts';
import { PROVIDERS } from './providers.ts';
import {
  createdWebhook,
  createWebhook,
  listWebhooks,
  newWebhook,
  revokeWebhook,
  type WebhookServices,
  webhook,
} from './webhooks/webhook-operations.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export const server = defineServerHalf<WebhookServices>({
  actions: [listWebhooks, createWebhook, revokeWebhook],
  services: ({ database, clock, config: { baseUrl } }) => ({
    webhooks: new Webhooks({ database, clock, baseUrl, providers: PROVIDERS }),
  }),
  addSurfaces(http, components, { database, clock, config: { baseUrl } }, _services, receiving) {
    if (!components.has('collect')) return;
    const protocols = protocolsOfOthers({ ...receiving, database, clock, baseUrl });
    for (const protocol of protocols) mountProtocol(http, protocol);
  },
  schemas: [
    [webhook, 'Webhook'],
    [newWebhook, 'NewWebhook'],
    [createdWebhook, 'CreatedWebhook'],
  ],
  errorCodes: {
    invalid_provider: 'provider must be one of shopify, woocommerce, stripe.',
    invalid_secret: 'secret must have 16 to 255 characters, without spaces; Shopify and Stripe create it.',
    too_many_webhooks: 'The website has too many webhooks of the provider: revoke one.',
  },
});
