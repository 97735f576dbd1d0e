import type { ReadHalf } from '../../core/server/api/read-operations.ts';
import { campaignExperiment } from './campaign-experiment.ts';

export const experimentsReads: ReadHalf = { operations: [campaignExperiment] };
