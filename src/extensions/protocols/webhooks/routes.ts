// The URLs that shops send their order webhooks to. The credential is a signature over the body.
import type { Protocol } from '../wire/protocol.ts';
import { PROVIDER_NAMES, webhookPath } from './provider.ts';
import { WebhookReceiver, type WebhookReceiverOptions } from './receive-webhook.ts';

/** No website has it: the signature can't be valid. */
const NO_WEBSITE_ID = 0;

export function webhookProtocol(options: WebhookReceiverOptions): Protocol {
  const receiver = new WebhookReceiver(options);
  return {
    routes: PROVIDER_NAMES.map((provider) => ({
      method: 'POST',
      path: webhookPath(provider, ':id'),
      // Webhooks are limited by website, because shops send those of many websites from one address. Forged ones are limited by address
      // too.
      limitsCallers: true,
      handle: ({ params: { id = '' }, payload, caller: { ipAddress }, onClose }) => {
        const websiteId = /^\d{1,15}$/.test(id) ? Number(id) : NO_WEBSITE_ID;
        return receiver.receive({ provider, websiteId, payload, ipAddress, onClose });
      },
    })),
  };
}
