// What the ingestion thread loads: the way from the body of each protocol to events.
import type { ProtocolDecoder } from '../../core/intake/events/batch.ts';
import { PROVIDERS } from './providers.ts';
import { decodeMessages, type SegmentFormat } from './segment/decode-messages.ts';
import { decodeWebhook, type WebhookFormat } from './webhooks/decode-webhook.ts';

// The format of a batch is that of its protocol, because only the receiver of the protocol makes it.

export const segmentDecoder: ProtocolDecoder = {
  protocol: 'segment',
  decode: (body, format) => decodeMessages(body, format as SegmentFormat),
};

export const webhookDecoder: ProtocolDecoder = {
  protocol: 'webhook',
  decode: (body, format) => decodeWebhook(body, PROVIDERS[(format as WebhookFormat).provider]),
};
