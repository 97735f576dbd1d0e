// The script of the thread in merge-thread.ts.
import { answerCalls } from '../threads/answer-calls.ts';
import { mergeHere, type RunsToMerge } from './merge-thread.ts';

answerCalls((runs: RunsToMerge) => mergeHere(runs));
