// The script of the thread in merge-thread.ts.
import { answerCalls } from '../../../foundation/threads/answer-calls.ts';
import type { DayToMerge } from './merge.ts';
import { mergeHere } from './merge-thread.ts';

answerCalls((toMerge: DayToMerge) => mergeHere(toMerge));
