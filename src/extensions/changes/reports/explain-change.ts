// Which campaigns and which segments make up a change between two periods. What they contribute is arithmetic (contribution.ts); whether
// one of them explains the change, beyond chance, is decided by the same rules as for alerts and insights (segments/explain-move.ts).

import { z } from 'zod';
import { annotations, readAnnotations } from '../../../core/answers/reports/annotations.ts';
import { exampleReport } from '../../../core/answers/reports/examples.ts';
import { COUNTS_OF_METRICS, type MetricsBlock, metricsOf } from '../../../core/answers/reports/metrics.ts';
import { requireCampaign } from '../../../core/answers/reports/not-found.ts';
import { notesOf } from '../../../core/answers/reports/notes/report-notes.ts';
import type { KeepingContext } from '../../../core/answers/reports/open-log.ts';
import { checkWindow, type OpenReport, openReport } from '../../../core/answers/reports/open-report.ts';
import { noteParameters, timeframeParameters } from '../../../core/answers/reports/parameters.ts';
import { envelope } from '../../../core/answers/reports/schemas.ts';
import { dayCount } from '../../../core/answers/reports/windows.ts';
import {
  type ChosenWebsite,
  defineOperation,
  type ReadContext,
} from '../../../core/contract/operations/define-operation.ts';
import { parameter, positiveInteger, websiteParameter } from '../../../core/contract/operations/parameters.ts';
import { id } from '../../../core/contract/operations/schemas.ts';
import { SUBJECT_KIND, type SubjectKind, type SubjectReference } from '../../../core/engine/catalog/subject.ts';
import { breakdown } from '../../../core/engine/event-log/breakdowns/breakdown.ts';
import type { Answer, WindowAnswer } from '../../../core/engine/event-log/breakdowns/subject-counts.ts';
import { type AskedLog, askLog } from '../../../core/engine/event-log/questions/ask-log.ts';
import { readUniqueCounts } from '../../../core/engine/event-log/questions/unique-visitors.ts';
import { firstLoggedDay } from '../../../core/engine/event-log/storage/read-runs.ts';
import { type Counts, NO_COUNTS } from '../../../core/engine/rollups/counts.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import { DIMENSIONS, type Dimension, NO_VALUE, OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { readSegments } from '../segments/explain-from-log.ts';
import { type Explanation, explainMove } from '../segments/explain-move.ts';
import { type Comparison, segmentsOf, windowsOf } from '../segments/move.ts';
import { type Contribution, contributionOf, type TwoPeriods } from './contribution.ts';

const METRICS = Object.keys(COUNTS_OF_METRICS) as [keyof MetricsBlock, ...(keyof MetricsBlock)[]];
const KINDS = ['campaign', 'variant', ...DIMENSIONS] as const;
type Kind = (typeof KINDS)[number];

/** How many parts of each sort are listed. */
const SUBJECTS_LISTED = 5;
const SEGMENTS_LISTED = 6;
/** Earlier periods say how much segments usually vary. With fewer than these, none is named. */
const PERIODS_BEFORE = { min: 2, max: 4 };
/** Of campaigns and variants, these are tested. */
const SUBJECTS_TESTED = 20;
/** A segment that everybody is in differs from no others, but for rounding. */
const NEARLY_NOTHING = 1e-9;
const NO_CAMPAIGN = '(none)';
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

const contributed = z.number().describe('What it adds to the difference; of a rate, in percentage points.');

export const explainChangeReport = defineOperation({
  name: 'explain_change',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/change',
  isTool: 'extended',
  title: 'Explanation of a change',
  description:
    'Which campaigns and segments make up the difference of a metric to the period before; of a campaign (id), which variants. ' +
    'Only if `explained` is true, the part with `explains` alone carries it, beyond chance; otherwise name no cause.',
  scope: 'reports',
  website: 'chosen',
  subjectsRead: 200,
  readsEventLog: true,
  input: z.object({
    metric: parameter(
      z.enum(METRICS).describe('What has changed.'),
      'invalid_metric',
      `must be one of ${METRICS.join(', ')}`,
    ),
    id: positiveInteger(
      id.optional().describe('A campaign, from list_campaigns. Default: the whole website.'),
      'invalid_id',
    ),
    ...websiteParameter,
    ...timeframeParameters,
    ...noteParameters,
  }),
  csv: { parts: 'data.parts', annotations: 'data.annotations' },
  output: envelope(
    'change',
    z.strictObject({
      id: id.optional().describe('The campaign. Left out: the whole website.'),
      metric: z.enum(METRICS),
      current: z.number(),
      previous: z.number(),
      parts: z
        .array(
          z.strictObject({
            kind: z.enum(KINDS).describe('A campaign, a variant, or the dimension of a segment.'),
            id: id.nullable().optional().describe('Of campaigns and variants; null: no campaign.'),
            value: z.string().optional().describe('Of segments, for the parameter filter.'),
            name: z.string(),
            change: contributed,
            share: z.number().nullable().describe('Percent of the difference; negative: it went against it.'),
            share_before: z.number().nullable().describe('Percent that it had before of what is counted.'),
            explains: z.literal(true).optional().describe('It alone explains the change, beyond chance.'),
          }),
        )
        .describe(
          'First campaigns or variants, then segments, each from the largest difference on. A visitor may be in several, so shares ' +
            'need not add up to 100.',
        ),
      segments: z
        .enum(['compared', 'events_not_kept', 'too_many_events'])
        .describe('Whether segments could be compared in both periods.'),
      annotations,
      explained: z.boolean(),
    }),
  ),
  example: exampleReport('change', {
    metric: 'conversions',
    current: 480,
    previous: 1000,
    parts: [
      { kind: 'campaign', id: 10, name: 'Spring popup', change: -310, share: 59.62, share_before: 61 },
      {
        kind: 'device',
        value: 'mobile',
        name: 'mobile',
        change: -500,
        share: 96.15,
        share_before: 56,
        explains: true,
      },
    ],
    segments: 'compared',
    annotations: [{ date: '2026-03-10', name: 'New popup' }],
    explained: true,
  }),
  errors: { 422: ['no_previous_period'] },
  check: checkWindow,
  async read(query, context) {
    const { metric, id: campaignId } = query;
    const report = await openReport({ ...query, count_type: 'distinct', previous_period: true }, context);
    const previous = report.previous ?? noPrevious(query.timeframe);
    const { database } = context;
    if (campaignId !== undefined) await requireCampaign(database, report.website.id, campaignId);
    const subject: SubjectReference =
      campaignId === undefined
        ? { kind: SUBJECT_KIND.website, id: report.website.id }
        : { kind: SUBJECT_KIND.campaign, id: campaignId };
    const children = await readChildren(context, report, campaignId, previous);
    const [whole] = await readPeriods(context, report, subject.kind, [subject.id], previous);
    const asked: Asked = {
      metric,
      subject,
      previous,
      children,
      childKind: campaignId === undefined ? 'campaign' : 'variant',
      countBefore: whole![1][COUNTS_OF_METRICS[metric][0]],
    };
    const segments = await compareSegments(context, report, asked);
    const parts = partsOf(whole!, asked, segments);
    return {
      ...(await notesOf(report, context, { comparesWholeDays: true })),
      report: 'change' as const,
      ...report.head,
      data: {
        ...(campaignId !== undefined && { id: campaignId }),
        metric,
        current: metricsOf(whole![0])[metric],
        previous: metricsOf(whole![1])[metric],
        parts,
        segments: segments.state,
        annotations: await readAnnotations(database, report.website.id, [report.window, previous]),
        explained: parts.some(({ explains }) => explains),
      },
    };
  },
});

function noPrevious(timeframe: string): never {
  const detail = `There is no period before ${timeframe}: choose another timeframe.`;
  throw new Problem(422, detail, { code: 'no_previous_period', param: 'timeframe' });
}

interface Child {
  readonly id: number;
  readonly name: string;
  readonly counts: TwoPeriods;
}

/** The campaigns of the website, or the variants of a campaign that count for it. */
async function readChildren(
  context: ReadContext,
  report: OpenReport,
  campaignId: number | undefined,
  previous: Window,
): Promise<Child[]> {
  const { id: websiteId } = report.website;
  const rows =
    campaignId === undefined
      ? await context.database.query<{ id: number; name: string }>(
          'SELECT id, name FROM campaigns WHERE website_id = $1',
          [websiteId],
        )
      : await context.database.query<{ id: number; name: string }>(
          `SELECT id, COALESCE(name, variation) AS name FROM variants
           WHERE website_id = $1 AND campaign_id = $2 AND is_holdout = 0`,
          [websiteId, campaignId],
        );
  const kind = campaignId === undefined ? SUBJECT_KIND.campaign : SUBJECT_KIND.variant;
  const ids = rows.map((row) => row.id);
  const counts = await readPeriods(context, report, kind, ids, previous);
  return rows.map((row, index) => ({ ...row, counts: counts[index]! }));
}

/** Counts as all other reports do. */
async function readPeriods(
  { database }: ReadContext,
  { website, window, builtThrough, uniqueVisitors }: OpenReport,
  kind: SubjectKind,
  subjectIds: readonly number[],
  previous: Window,
): Promise<TwoPeriods[]> {
  if (subjectIds.length === 0) return [];
  const query = {
    websiteId: website.id,
    kind,
    subjectIds,
    windows: [window, previous],
    countType: 'distinct',
    builtThrough,
  } as const;
  const [counts] = await readUniqueCounts(database, uniqueVisitors, [query]);
  return subjectIds.map((subjectId) => {
    const [now, before] = counts!.get(subjectId)!;
    return [now!, before!];
  });
}

interface Asked {
  readonly metric: keyof MetricsBlock;
  readonly subject: SubjectReference;
  readonly previous: Window;
  readonly children: readonly Child[];
  readonly childKind: Kind;
  /** What was counted in the period before. */
  readonly countBefore: number;
}

interface SegmentValue {
  readonly kind: Kind;
  readonly value: string;
  readonly counts: TwoPeriods;
}

interface Segments {
  readonly state: 'compared' | 'events_not_kept' | 'too_many_events';
  readonly whole: TwoPeriods;
  readonly values: readonly SegmentValue[];
  readonly explanation: Explanation<Kind> | undefined;
}

async function compareSegments(
  { database, websiteId, queryEventsMax, keptRuns }: ReadContext & ChosenWebsite & KeepingContext,
  report: OpenReport,
  asked: Asked,
): Promise<Segments> {
  const { metric, previous } = asked;
  const none = (state: Segments['state']): Segments => {
    return { state, whole: [NO_COUNTS, NO_COUNTS], values: [], explanation: undefined };
  };
  const firstDay = await firstLoggedDay(database, websiteId);
  if (firstDay === undefined || previous.firstDay < firstDay) return none('events_not_kept');
  const log = { websiteId, firstDay, eventsMax: queryEventsMax, keptRuns };
  const move = comparisonOf(asked, report.window, periodsBefore(report, previous, firstDay));
  const read = await readSegments(database, log, move);
  const children = await askChildren(database, log, move, asked);
  if (!read || children.sampled) return none('too_many_events');
  const isTested = move.before.length >= PERIODS_BEFORE.min && COUNTS_OF_METRICS[metric][0] !== 'revenue';
  const tested = [...segmentsOf(move, children, asked.childKind), ...[...read.segments.values()].flat()];
  return {
    state: 'compared',
    whole: inTwoPeriods(children, ({ all }) => all.distinct),
    values: [...read.answers].flatMap(([kind, answer]) => valuesOf(kind, answer)),
    explanation: isTested ? explainMove<Kind>(read.whole, tested) : undefined,
  };
}

/** The first is the period itself, and the second the one before. */
function inTwoPeriods({ subjects }: Answer, countsOf: (window: WindowAnswer) => Counts): TwoPeriods {
  const [now, before] = subjects[0]!;
  return [countsOf(now!), countsOf(before!)];
}

function valuesOf(kind: Dimension, answer: Answer): SegmentValue[] {
  const [now, before] = answer.subjects[0]!;
  const names = new Set([...now!.values.keys(), ...before!.values.keys()]);
  for (const none of [NO_VALUE, OTHER_VALUES]) names.delete(none);
  return Array.from(names, (value) => ({
    kind,
    value,
    counts: inTwoPeriods(answer, ({ values }) => values.get(value)?.distinct ?? NO_COUNTS),
  }));
}

/** Newest first. Those before the first event would say that segments vary much more than they do. */
function periodsBefore({ window, firstEventDay }: OpenReport, previous: Window, firstDay: number): Window[] {
  const days = dayCount(window);
  const earliest = Math.max(firstDay, firstEventDay ?? firstDay);
  const all = Array.from({ length: PERIODS_BEFORE.max }, (_, ago) => ({
    firstDay: previous.firstDay - ago * days,
    lastDay: previous.lastDay - ago * days,
  }));
  return all.filter((period, ago) => ago === 0 || period.firstDay >= earliest);
}

function comparisonOf({ metric, subject, countBefore }: Asked, now: Window, before: readonly Window[]): Comparison {
  const [part, whole] = COUNTS_OF_METRICS[metric];
  // Revenue is not tested, because orders differ in value: its segments are read with the orders.
  const hits = { subject, metric: part === 'revenue' ? 'orders' : part };
  if (whole === 'views') return { hits, now, before, trials: { subject, metric: whole } };
  return { hits, now, before, expected: countBefore };
}

/**
 * The campaigns or variants with the most hits, as the log counts them: in the form of an answer by values of a dimension, so that they
 * are tested as segments are.
 */
async function askChildren(
  database: ReadContext['database'],
  log: AskedLog,
  move: Comparison,
  { subject, children, childKind }: Asked,
): Promise<Answer> {
  const hitsOf = ({ counts }: Child) => counts[0][move.hits.metric] + counts[1][move.hits.metric];
  const largest = children.toSorted((a, b) => hitsOf(b) - hitsOf(a) || a.id - b.id).slice(0, SUBJECTS_TESTED);
  const kind = childKind === 'campaign' ? SUBJECT_KIND.campaign : SUBJECT_KIND.variant;
  const windows = windowsOf(move);
  const { subjects, sampled } = await askLog(
    database,
    log,
    breakdown({
      subjects: [subject, ...largest.map((child) => ({ kind, id: child.id }))],
      windows,
      filters: [],
      countType: 'distinct',
    }),
  );
  const [whole, ...ofChildren] = subjects;
  const byValue = whole!.map(({ all }, window) => ({
    all,
    values: new Map(ofChildren.map((answers, index) => [String(largest[index]!.id), answers[window]!.all])),
  }));
  return { subjects: [byValue], sampled };
}

type ShownPart = Omit<Contribution, 'excess'> & {
  kind: Kind;
  id?: number | null;
  value?: string;
  name: string;
  explains?: true;
};

/** Campaigns by their change. Segments by how much they differ from the others, because large ones change most in any case. */
function partsOf(whole: TwoPeriods, { metric, children, childKind }: Asked, segments: Segments): ShownPart[] {
  const { explanation } = segments;
  const explains = (kind: Kind, value: string) =>
    explanation?.dimension === kind && explanation.value === value && { explains: true as const };
  const subjects = children.map((child) => ({
    part: { kind: childKind, id: child.id, name: child.name, ...explains(childKind, String(child.id)) },
    ...contributionOf(metric, child.counts, whole),
  }));
  const beside = childKind === 'campaign' ? besideCampaigns(metric, whole, children) : [];
  const values = segments.values.map(({ kind, value, counts }) => ({
    part: { kind, value, name: nameOf(kind, value), ...explains(kind, value) },
    ...contributionOf(metric, counts, segments.whole),
  }));
  return [
    ...listed([...subjects, ...beside], SUBJECTS_LISTED, ({ change }) => Math.abs(change)),
    ...listed(values, SEGMENTS_LISTED, ({ excess }) => excess),
  ];
}

type CountedPart = Contribution & { readonly part: Omit<ShownPart, keyof Contribution> };

function listed(parts: readonly CountedPart[], max: number, sizeOf: (part: CountedPart) => number): ShownPart[] {
  const rankOf = (part: CountedPart) => (part.part.explains ? Number.POSITIVE_INFINITY : sizeOf(part));
  return parts
    .filter((part) => part.change !== 0 && rankOf(part) > NEARLY_NOTHING)
    .sort((a, b) => rankOf(b) - rankOf(a))
    .slice(0, max)
    .map(({ part: { explains, ...part }, change, share, share_before }) => {
      return { ...part, change, share, share_before, ...(explains && { explains }) };
    });
}

/** Orders that no campaign has. Visitors of several campaigns are counted in each, so nothing can be said about the others. */
function besideCampaigns(metric: keyof MetricsBlock, whole: TwoPeriods, children: readonly Child[]): CountedPart[] {
  if (metric !== 'orders' && metric !== 'revenue') return [];
  const restOf = (period: 0 | 1): Counts => ({
    ...NO_COUNTS,
    [metric]: children.reduce((rest, { counts }) => rest - counts[period][metric], whole[period][metric]),
  });
  const part = { kind: 'campaign' as const, id: null, name: NO_CAMPAIGN };
  return [{ part, ...contributionOf(metric, [restOf(0), restOf(1)], whole) }];
}

function nameOf(kind: Kind, value: string): string {
  return kind === 'country' && /^[A-Z]{2}$/.test(value) ? (COUNTRIES.of(value) ?? value) : value;
}
