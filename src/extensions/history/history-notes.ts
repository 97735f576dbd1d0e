// What there is to say about the history that was imported from other tools.
import { sentence } from '../../../languages/sentence.ts';
import type { Note } from '../../core/answers/reports/note.ts';
import type { OpenReport } from '../../core/answers/reports/open-report.ts';
import type { ReadContext } from '../../core/contract/operations/define-operation.ts';
import { type HistoryDay, readHistoryDays } from './days/read-history.ts';
import { addKnown, HISTORY_TOOLS, type HistoryTool } from './days/traffic-day.ts';

/** What the makers of a tool call it. */
const NAMES: Readonly<Record<HistoryTool, string>> = {
  plausible: 'Plausible',
  umami: 'Umami',
  ga4: 'Google Analytics',
};

/** Visitors of several days are a sum, in which one person may be several times. */
export function addedPerDay(dayCount: number): Note[] {
  return dayCount > 1 ? [{ code: 'visitors_added_per_day', sentences: [sentence('visitorsAddedPerDay')] }] : [];
}

/** The report does not have what other tools counted on its days, or on those that it is compared with. */
export async function hasHistory(
  { window, previous, website }: OpenReport,
  { database }: Pick<ReadContext, 'database'>,
): Promise<Note[]> {
  const span = { firstDay: Math.min(window.firstDay, previous?.firstDay ?? window.firstDay), lastDay: window.lastDay };
  return notesOnHistory(await readHistoryDays(database, website.id, span));
}

export function notesOnHistory(days: readonly Pick<HistoryDay, 'tool' | 'visitors'>[]): Note[] {
  if (days.length === 0) return [];
  const tools = HISTORY_TOOLS.filter((tool) => days.some((day) => day.tool === tool)).map((tool) => NAMES[tool]);
  const visitors = days.map((day) => day.visitors).reduce(addKnown, 0);
  const values = { tools: { all: tools }, days: days.length };
  const found =
    visitors === null ? sentence('hasHistory', values) : sentence('hasHistoryWithVisitors', { ...values, visitors });
  return [{ code: 'has_history', sentences: [found] }];
}
