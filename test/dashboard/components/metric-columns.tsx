import { dayFileColumns, metricFileColumns } from '@funnel/report-files/file-columns.ts';
import { describe, expect, it } from 'vitest';
import { metricColumns } from '../../../dashboard/src/components/metric-columns.ts';
import { ENGLISH } from '../../../src/foundation/text/translators.ts';
import { fileWords } from '../../../src/outreach/notifications/scheduled-reports/report-words.ts';

describe('metricColumns', () => {
  it('have the heads of the file that the service mails', () => {
    const timeframe = { range_start: '2025-03-10T00:00:00Z', range_end: '2025-03-16T23:59:59Z' };
    const columns = metricColumns({ currency: 'USD', countType: 'distinct', timeframe });
    const mailed = [
      ...metricFileColumns(fileWords(ENGLISH), 'USD'),
      ...dayFileColumns(fileWords(ENGLISH).days, () => ({ range: undefined, previous: undefined })),
    ];
    expect(columns.map(({ label }) => label)).toEqual(mailed.map(({ label }) => label));
  });
});
