// The rows of the overview, as the page works them out from other reports, and those of its file, which the service compares.
import { createFunnelClient } from '@funnel/api-client';
import { percentChange } from '@funnel/report-files/comparison.ts';
import { fileDaysOf } from '@funnel/report-files/file-columns.ts';
import { websitesFile } from '@funnel/report-files/tables/websites.ts';
import { QueryClient } from '@tanstack/react-query';
import { accountComparisonQuery } from '../../../dashboard/src/api/account-comparison.ts';
import { converterOf } from '../../../dashboard/src/api/account-overview.ts';
import { type NumberName, websitePeriods } from '../../../dashboard/src/api/account-periods.ts';
import { unwrap } from '../../../dashboard/src/api/client.ts';
import { firstDaysQuery } from '../../../dashboard/src/api/first-days.ts';
import { accountQuery } from '../../../dashboard/src/api/queries.ts';
import { readWebsitesFile } from '../../../dashboard/src/api/websites-file.ts';
import { readCsv } from '../../../dashboard/src/csv/read-csv.ts';
import { t } from '../../../dashboard/src/language/t.ts';
import { readView } from '../../../dashboard/src/routing/view.ts';

function apiOf(url: string, token: string) {
  return createFunnelClient({
    baseUrl: url,
    fetch: (request: Request) => {
      request.headers.set('authorization', `Bearer ${token}`);
      return fetch(request);
    },
  });
}

export async function fileLines(
  url: string,
  token: string,
  search: string,
  listed?: readonly number[],
): Promise<string[][]> {
  const view = readView(new URLSearchParams(search));
  const { content } = await readWebsitesFile(
    apiOf(url, token),
    view,
    listed?.map((id) => ({ id })),
  );
  return readCsv(await content.text()).map(({ fields }) => [...fields]);
}

export async function shownLines(url: string, token: string, search: string): Promise<string[][]> {
  const api = apiOf(url, token);
  const view = readView(new URLSearchParams(search));
  const client = new QueryClient();
  const report = await client.fetchQuery(accountQuery(api, view));
  const firstDays = await client.fetchQuery(firstDaysQuery(api));
  const { websites } = await unwrap(api.GET('/api/v1/reports/websites', {}));
  const timezones = new Map(websites.flatMap(({ id, timezone }) => (timezone ? [[id, timezone] as const] : [])));
  const { data: overview } = await unwrap(api.GET('/api/v1/reports/account/overview', {}));
  const periods = websitePeriods(view, report, { firstDays, timezones });
  const comparison = await client.fetchQuery(accountComparisonQuery(api, periods));
  const converter = converterOf(overview);
  const rows = report.data.websites.map((website) => {
    const timeframe = periods.find(({ id }) => id === website.id)!.timeframe;
    const compared = timeframe.comparedDays && comparison.websites.get(website.id);
    const changeOf = (name: NumberName) =>
      compared && percentChange((compared.counted ?? website)[name], compared.before[name]);
    const revenue = converter?.convert(website.revenue, website.currency);
    return {
      ...website,
      ...{ viewers_change: changeOf('viewers'), conversions_change: changeOf('conversions') },
      revenue_change: changeOf('revenue'),
      group: overview.websites.find(({ id }) => id === website.id)!.group,
      reporting: revenue === undefined ? null : { currency: converter!.currency, revenue },
      days: fileDaysOf(timeframe),
    };
  });
  const { columns, rows: cells } = websitesFile(rows, t);
  const textOf = (cell: (typeof cells)[number][number]) =>
    typeof cell === 'object' && cell !== null ? cell.number.toFixed(cell.decimals) : String(cell ?? '');
  return [[...columns], ...cells.map((row) => row.map(textOf))];
}
