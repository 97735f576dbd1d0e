// The tables of what is about whole websites: those of an account, and what arrives on one.
import type { Translate } from '../../../../languages/translate.ts';
import type { CsvFile } from '../csv.ts';
import {
  changeLabel,
  dayFileColumns,
  type FileColumn,
  type FileDays,
  fileOf,
  moneyDecimals,
  RATE_DECIMALS,
} from '../file-columns.ts';

type Change = number | null | undefined;

/** What the report of an account has of a website, and what the overview adds. */
export interface WebsiteRow {
  readonly id: number;
  readonly name: string;
  readonly viewers: number;
  readonly viewers_change?: Change;
  readonly conversions: number;
  readonly conversions_change?: Change;
  readonly conversion_rate: number;
  readonly subscribes: number;
  readonly orders: number;
  readonly revenue: number;
  readonly revenue_change?: Change;
  readonly aov: number;
  readonly currency: string;
  readonly group?: string | null | undefined;
  /** The revenue in the reporting currency of the account. null: there is none, or no rate. */
  readonly reporting?: { readonly currency: string; readonly revenue: number } | null | undefined;
  /** Its own days, and those that it is compared with. */
  readonly days: FileDays;
}

export function websitesFile(rows: readonly WebsiteRow[], t: Translate): CsvFile {
  const reporting = rows.find((row) => row.reporting)?.reporting?.currency;
  const decimals = ({ currency }: WebsiteRow) => moneyDecimals(currency);
  const change = (name: 'viewers' | 'conversions' | 'revenue', label: string): FileColumn<WebsiteRow> => ({
    name: `${name}_change`,
    label: changeLabel(label, t),
    value: (row) => row[`${name}_change`],
    decimals: RATE_DECIMALS,
  });
  const [visitors, conversions] = [t('definitions.visitors_name'), t('definitions.conversions_name')];
  const revenue = t('definitions.revenue_name');
  const columns: FileColumn<WebsiteRow>[] = [
    { name: 'name', label: t('common.website'), value: ({ name }) => name },
    { name: 'id', label: 'ID', value: ({ id }) => id },
    { name: 'viewers', label: visitors, value: ({ viewers }) => viewers },
    change('viewers', visitors),
    { name: 'conversions', label: conversions, value: (row) => row.conversions },
    change('conversions', conversions),
    {
      ...{ name: 'conversion_rate', label: t('definitions.conversion_rate_name') },
      value: (row) => row.conversion_rate,
      decimals: RATE_DECIMALS,
    },
    { name: 'subscribes', label: t('definitions.subscribes_name'), value: ({ subscribes }) => subscribes },
    { name: 'orders', label: t('definitions.orders_name'), value: ({ orders }) => orders },
    { name: 'revenue', label: revenue, value: (row) => row.revenue, decimals },
    change('revenue', revenue),
    ...(reporting === undefined
      ? []
      : [
          {
            name: 'converted',
            label: t('overview.revenueIn', { currency: reporting }),
            value: (row: WebsiteRow) => row.reporting?.revenue,
            decimals: moneyDecimals(reporting),
          },
        ]),
    { name: 'group', label: t('catalog.groupName'), value: ({ group }) => group },
    { name: 'aov', label: t('definitions.average_order_name'), value: ({ aov }) => aov, decimals },
    { name: 'currency', label: t('common.currency'), value: ({ currency }) => currency },
    ...dayFileColumns<WebsiteRow>(({ days }) => days, t),
  ];
  return fileOf(columns, rows);
}

interface ArrivalCounts {
  readonly dates: readonly string[];
  readonly reasons: readonly {
    readonly source: 'server' | 'browser' | 'segment' | 'webhook' | 'file';
    readonly outcome: 'accepted' | 'duplicate' | 'rejected' | 'ignored' | 'bot';
    readonly code: string;
    readonly by_day: readonly number[];
  }[];
}

/** Why events were not counted: a row for each reason and day. */
export function reasonsFile({ dates, reasons }: ArrivalCounts, t: Translate): CsvFile {
  return {
    columns: [t('common.date'), t('live.sentBy'), t('live.result'), t('live.reason'), t('common.events')],
    rows: reasons.flatMap(({ source, outcome, code, by_day: byDay }) =>
      dates.flatMap((date, index) =>
        byDay[index] === 0
          ? []
          : [[date, t(`live.source_${source}`), t(`live.outcome_${outcome}`), code, byDay[index]!]],
      ),
    ),
  };
}
