// The URLs that shops send their order webhooks to. They are not operations: the credential is a signature over the body.
import type { FastifyRequest } from 'fastify';
import type { WebhookReceiver } from '../../../intake/collector/webhooks/receive-webhook.ts';
import type { ProviderName } from '../../../intake/webhooks/provider.ts';
import { PROVIDER_NAMES, webhookPath } from '../../../intake/webhooks/providers.ts';
import type { HttpServer } from '../http/server.ts';

/** No website has it: the signature can't be valid. */
const NO_WEBSITE_ID = 0;

export function addWebhooks(server: HttpServer, receiver: WebhookReceiver): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The receiver reads the body itself, byte by byte as it was signed.
    scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: FastifyRequest['raw']) => payload);
    for (const provider of PROVIDER_NAMES) addWebhook(scope, provider, receiver);
  });
}

function addWebhook(server: HttpServer, provider: ProviderName, receiver: WebhookReceiver): void {
  // Webhooks are limited by website, because shops send those of many websites from one address. Forged ones are limited by address too.
  server.post(webhookPath(provider, ':id'), { config: { limitedBy: 'route' } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    return receiver.receive({
      provider,
      websiteId: /^\d{1,15}$/.test(id) ? Number(id) : NO_WEBSITE_ID,
      payload: request.raw,
      ipAddress: request.ip,
      onClose: (callback) => reply.raw.once('close', callback),
    });
  });
}
