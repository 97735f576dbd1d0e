// Decodes the body of a protocol of another service to events. It runs in the ingestion thread.
import type { DecodeProtocol } from '../events/batch.ts';
import { PROVIDERS } from './providers.ts';
import { decodeMessages, type SegmentFormat } from './segment/decode-messages.ts';
import { decodeWebhook, type WebhookFormat } from './webhooks/decode-webhook.ts';

export const decodeProtocol: DecodeProtocol = (body, format) => {
  // Only the receivers of these protocols make such formats.
  const known = format as SegmentFormat | WebhookFormat;
  if (known.protocol === 'segment') return decodeMessages(body, known);
  return decodeWebhook(body, PROVIDERS[known.provider]);
};
