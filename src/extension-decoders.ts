// What the ingestion thread loads of the extensions.
import type { ProtocolDecoder } from './core/intake/events/batch.ts';
import { segmentDecoder, webhookDecoder } from './extensions/protocols/decoders.ts';

export const DECODERS: readonly ProtocolDecoder[] = [segmentDecoder, webhookDecoder];
