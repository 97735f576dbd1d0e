// The CSV file of the overview. It is loaded when somebody wants it.
import type { DownloadedFile } from '../csv/download.ts';
import { effectiveComparison, type View } from '../routing/view.ts';
import { type Api, fileOptions, readFile } from './client.ts';
import { periodParameters } from './queries.ts';

/** More can't be named: then the file has all websites, in the order of the report. */
const LISTED_MAX = 1_000;

/** The websites of the account, each compared in its own days. `listed`: only these, in this order. */
export function readWebsitesFile(
  api: Api,
  view: View,
  listed: readonly { readonly id: number }[] | undefined,
): Promise<DownloadedFile> {
  const query = {
    ...periodParameters(view),
    compare_with: effectiveComparison(view),
    ...(listed && listed.length <= LISTED_MAX && { listed: listed.map(({ id }) => id) }),
    format: 'csv' as const,
  };
  // A URL has room for a thousand ids if they are one parameter.
  const querySerializer = { array: { style: 'form', explode: false } } as const;
  return readFile(
    api.GET('/api/v1/reports/account/websites', { params: { query }, ...fileOptions(), querySerializer }),
  );
}
