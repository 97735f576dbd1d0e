// The script of the thread that counts events: those of the core, and those that extensions decode.
import { ingestBatches } from './core/intake/thread/ingest-batches.ts';
import { DECODERS } from './extension-decoders.ts';

await ingestBatches(DECODERS);
