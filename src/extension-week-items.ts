// What extensions say about a week, in the order of src/extensions.ts: a test compares both.
import type { ReadWeekItems } from './core/answers/insights/snapshot.ts';
import { readWeekItems } from './extensions/changes/week-items.ts';

export const WEEK_ITEMS: readonly ReadWeekItems[] = [readWeekItems];
