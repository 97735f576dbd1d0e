// The file of the overview, whose rows are compared in the days of each website. It is loaded when somebody wants it.
import { BYTE_ORDER_MARK, csvText } from '@funnel/report-files/csv.ts';
import { plainName } from '@funnel/report-files/plain-name.ts';
import { type WebsiteRow, websitesFile } from '@funnel/report-files/tables/websites.ts';
import { rangeOf, type Timeframe } from '@funnel/report-files/timeframe.ts';
import { t } from '../language/t.ts';
import type { DownloadedFile } from './download.ts';

export function fileOfWebsites(account: string, timeframe: Timeframe, rows: readonly WebsiteRow[]): DownloadedFile {
  const { start, end } = rangeOf(timeframe);
  const days = start === end ? start : t('report.fileOfDays', { start, end });
  return {
    name: `${plainName([account, 'websites', days])}.csv`,
    content: new Blob([BYTE_ORDER_MARK, csvText(websitesFile(rows, t))], { type: 'text/csv;charset=utf-8' }),
  };
}
