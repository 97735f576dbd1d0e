// What read threads load of the extensions, in the order of src/extensions.ts: a test compares both.
import type { ReadHalf } from './core/server/api/read-operations.ts';
import { changesReads } from './extensions/changes/reads.ts';
import { experimentsReads } from './extensions/experiments/reads.ts';
import { historyReads } from './extensions/history/reads.ts';
import { privacyReads } from './extensions/privacy/reads.ts';
import { questionsReads } from './extensions/questions/reads.ts';

export const READ_HALVES: readonly ReadHalf[] = [
  experimentsReads,
  changesReads,
  questionsReads,
  historyReads,
  privacyReads,
];
