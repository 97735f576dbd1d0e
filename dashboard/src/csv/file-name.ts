// The name of a CSV file.

import type { DayRange } from '@funnel/report-files/days.ts';
import { plainName } from '@funnel/report-files/plain-name.ts';
import { t } from '../language/t.ts';

/** What the name of a file says: of which website it is, what is in it, and of which days. */
export interface FileContent {
  /** undefined: of the account, or not known yet. */
  readonly website: string | undefined;
  readonly what: string;
  /** undefined: of no period. */
  readonly days?: DayRange | undefined;
}

export function fileNameOf({ website, what, days }: FileContent): string {
  const period =
    days && (days.start === days.end ? days.start : t('report.fileOfDays', { start: days.start, end: days.end }));
  return `${plainName([website, what, period])}.csv`;
}
