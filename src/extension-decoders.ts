// What the ingestion thread loads of the extensions.
import type { ProtocolDecoder } from './core/intake/events/batch.ts';
import { protocolDecoders } from './extensions/protocols/decoders.ts';

export const DECODERS: readonly ProtocolDecoder[] = [...protocolDecoders];
