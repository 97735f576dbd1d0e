import type { ReadHalf } from '../../core/server/api/read-operations.ts';
import { hasHistory } from './history-notes.ts';
import { historyReport } from './history-report.ts';

export const historyReads: ReadHalf = { operations: [historyReport], websiteNotes: hasHistory };
