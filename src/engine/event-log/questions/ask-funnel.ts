// Asks the event log about a funnel: reads the runs that it needs, or a sample of their visitors if they have too many events, and counts them.
import type { Queries } from '../../../foundation/database/database.ts';
import { VISITOR_METRICS } from '../../rollups/metric.ts';
import { readCounts } from '../../rollups/read-counts.ts';
import { countRuns } from '../counting/count-runs.ts';
import type { Run } from '../format/run.ts';
import { columnsOfFunnel, countFunnel, funnelNeedsEarlierDays } from '../funnels/count-funnel.ts';
import type { FunnelAnswer, FunnelCounts, FunnelQuestion } from '../funnels/funnel-question.ts';
import { type AskedLog, readRunsFor } from './ask-log.ts';

type Reader = Pick<Queries, 'query'>;

/** Of a sample, visitors are what the rollups lead to expect of all visitors. Times are those of the sample. */
export async function askFunnel(database: Reader, log: AskedLog, asked: FunnelQuestion): Promise<FunnelAnswer> {
  const { runs, sampleRate } = await readRunsFor(database, log, {
    windows: asked.windows,
    columns: columnsOfFunnel(asked),
    needsEarlierDays: funnelNeedsEarlierDays(asked),
  });
  const question = { ...asked, sampleRate };
  const answer = countFunnel(runs, question);
  if (!answer.sampled) return answer;
  const factors = await readFactors(database, log, question, runs, answer.sampled.rate);
  const scaled = (windows: readonly FunnelCounts[]) =>
    windows.map(({ visitors, times }, window) => ({
      visitors: visitors.map((count) => Math.round(count * factors[window]!)),
      times,
    }));
  return {
    windows: scaled(answer.windows),
    values: answer.values.map(({ value, windows }) => ({ value, windows: scaled(windows) })),
    sampled: answer.sampled,
  };
}

/**
 * For each window: how many visitors one of the sample stands for. The rollups know how many visitors have events of the first step's type and
 * subject, and the sample has some of them. Of orders and selections the rollups don't know the visitors: there it is the rate.
 */
async function readFactors(
  database: Reader,
  { websiteId }: AskedLog,
  { steps, windows, sampleRate }: FunnelQuestion,
  runs: readonly Run[],
  rate: number,
): Promise<number[]> {
  const { type, subject } = steps[0]!;
  const metric = VISITOR_METRICS.find((_, number) => number === type);
  if (!metric) return windows.map(() => 1 / rate);
  const { kind, id } = subject;
  const query = {
    websiteId,
    kind,
    subjectIds: [id],
    windows,
    visitorMetrics: [metric],
    countType: 'distinct' as const,
  };
  const all = (await readCounts(database, query)).get(id)!;
  const sample = countRuns(runs, { subjects: [subject], windows, filters: [], ...(sampleRate && { sampleRate }) });
  return all.map((counts, window) => {
    const counted = sample.subjects[0]![window]!.all.distinct[metric];
    return counted === 0 ? 1 / rate : counts[metric] / counted;
  });
}
