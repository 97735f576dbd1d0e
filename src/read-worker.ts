// The script of the threads that answer reports: the reads of the core and of its extensions.
import { answerReads } from './core/server/api/answer-reads.ts';
import { READ_HALVES } from './extension-reads.ts';

await answerReads(READ_HALVES);
