// The tables of reports as CSV files: the same that the pages of the dashboard download.
import type { CsvFile } from '@funnel/report-files/csv.ts';
import { fileDaysOf, withFilters } from '@funnel/report-files/file-columns.ts';
import type { CountType, Filter } from '@funnel/report-files/names.ts';
import { breakdownFile, hoursOfWeekFile, seriesFile } from '@funnel/report-files/tables/subjects.ts';
import type { Timeframe } from '@funnel/report-files/timeframe.ts';
import type { AskedFor } from '../../contract/operations/csv-tables.ts';

interface Report {
  readonly website: { readonly currency: string };
  readonly timeframe: Timeframe;
}

interface ReportQuery {
  readonly count_type: CountType;
  readonly filter?: readonly Filter[] | undefined;
}

/** The words of the tables of a report. */
export function tableWords({ website, timeframe }: Report, { query, t }: AskedFor<Pick<ReportQuery, 'count_type'>>) {
  return { currency: website.currency, countType: query.count_type, days: fileDaysOf(timeframe), t };
}

/** A table of a report that takes filters. undefined: the answer does not have it. */
export function filtered(
  file: CsvFile | undefined,
  { query, t }: AskedFor<Pick<ReportQuery, 'filter'>>,
): CsvFile | undefined {
  return file && withFilters(file, query.filter, t);
}

type Breakdown = Parameters<typeof breakdownFile>[0];

/** An answer has it only with `break_down_by`. */
export const breakdownTable = {
  fileOf(
    report: Report & { readonly data: { readonly breakdown?: Breakdown | undefined } },
    asked: AskedFor<ReportQuery>,
  ) {
    const { breakdown } = report.data;
    return filtered(breakdown && breakdownFile(breakdown, tableWords(report, asked)), asked);
  },
};

interface WithSeries extends Report {
  readonly data: { readonly timeseries?: Parameters<typeof seriesFile>[0] | undefined };
}

/** An answer has it only with `group_by`. */
export const seriesTable = {
  fileOf(report: WithSeries, asked: AskedFor<ReportQuery>) {
    const { timeseries: series } = report.data;
    const words = { ...tableWords(report, asked), timeframe: report.timeframe, nowMs: asked.nowMs };
    return filtered(series && seriesFile(series, words), asked);
  },
};

/** An answer has it only with `group_by=hour`. */
export const hoursOfWeekTable = {
  fileOf(report: WithSeries, asked: AskedFor<ReportQuery>) {
    const { timeseries: series } = report.data;
    return filtered(
      series?.group_by === 'hour' ? hoursOfWeekFile(series, tableWords(report, asked)) : undefined,
      asked,
    );
  },
};
