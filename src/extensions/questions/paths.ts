import { pathsFile } from '@funnel/report-files/tables/event-log.ts';
import { z } from 'zod';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import { checkWindow, OF_LOG_ALONE, type OpenReport, openReport } from '../../core/answers/reports/open-report.ts';
import { noteParameters, timeframeParameters } from '../../core/answers/reports/parameters.ts';
import {
  count,
  notesField,
  SAMPLE_RATE,
  SAMPLED,
  sampleRate,
  timeframe,
  website,
} from '../../core/answers/reports/schemas.ts';
import { samplingOf } from '../../core/answers/reports/segment.ts';
import { defineOperation, type ReadContext } from '../../core/contract/operations/define-operation.ts';
import { parameter, positiveInteger, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import type { Filter } from '../../core/engine/event-log/counting/log-question.ts';
import { PAGE_VIEW } from '../../core/engine/event-log/format/log-event.ts';
import { askLog } from '../../core/engine/event-log/questions/ask-log.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { aboutSubjects, aboutSubjectsField, wordsOfStep } from './about-subjects.ts';
import { campaignReach, campaignReachOf } from './campaign-reach.ts';
import { followableShare, followableShareOf } from './followable-share.ts';
import { MINUTES_DEFAULT, requireSubjects, withinParameter } from './funnel-definition.ts';
import { daysBeforeFiltered, nameOfStep, oneStepParameter } from './funnel-step.ts';
import { paths } from './log/paths.ts';
import { PATH_DEPTH_MAX, PATH_PAGES_MAX, type PathNode, type PathStep } from './log/paths-question.ts';
import { reach } from './log/reach.ts';

const MINUTE_SECONDS = 60;
const DEPTH_DEFAULT = 2;
const CHILDREN_DEFAULT = 5;
const CHILDREN_MAX = 10;

const step = z
  .string()
  .describe(
    '`TYPE;campaign:ID`, `page_view;page:PATH`, or `TYPE` for any other event. It can be a step of get_funnel.',
  );
const ended = count.describe('Visitors without a further event.');
const others = count.describe('Visitors who go on with an event that is not among the children.');
const LAST = 'Not at the last depth.';
const lastNode = z.strictObject({ step, visitors: count, children: z.array(z.never()) });
const nodeAbove = <Child extends z.ZodType>(child: Child) =>
  z.strictObject({
    step,
    visitors: count,
    children: z.array(child),
    ended: ended.optional().describe(LAST),
    others: others.optional().describe(LAST),
  });

const windowParameters = { ...websiteParameter, ...timeframeParameters, ...noteParameters };

const exampleChild = {
  step: 'conversion;campaign:10',
  visitors: 150,
  children: [{ step: 'order', visitors: 20, children: [] }],
  ended: 130,
  others: 0,
};

export const pathsReport = defineOperation({
  name: 'get_paths',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/paths',
  isTool: 'extended',
  title: 'Paths report',
  description:
    'What visitors do next after a step, or did before it, as a tree of the commonest events, from kept events. ' +
    'Visitors without consent are left out: see followable_share. from=page_view: also how many saw a campaign.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  loggedDaysBefore: ({ from, to }) => daysBeforeFiltered([from, to].flatMap((step) => step ?? [])),
  input: z.object({
    from: oneStepParameter('from', 'The first step, such as view;campaign:10. Either from or to.'),
    to: oneStepParameter('to', 'The last step: children are the events before.'),
    depth: parameter(
      z.int().min(1).max(PATH_DEPTH_MAX).default(DEPTH_DEFAULT).describe('How many events are followed.'),
      'invalid_depth',
      `must be a whole number from 1 to ${PATH_DEPTH_MAX}`,
    ),
    within_minutes: withinParameter('How long after the step, or before it.'),
    limit: positiveInteger(
      z.int().positive().default(CHILDREN_DEFAULT).describe(`Children of a node, at most ${CHILDREN_MAX}.`),
      'invalid_limit',
    ),
    ...windowParameters,
  }),
  csv: {
    paths: {
      fileOf: ({ about, data, sample_rate: sampleRate }, { t }) =>
        pathsFile(data, { nameOf: (step) => wordsOfStep(step, t, { about }), sampleRate, t }),
    },
  },
  csvAsks: { notes: true },
  output: z.strictObject({
    ...notesField,
    ...aboutSubjectsField,
    report: z.literal('paths'),
    website,
    timeframe,
    sampled: z.boolean().describe(SAMPLED),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    data: z.strictObject({
      from: z.string().optional().describe('The step as it was sent.'),
      to: z.string().optional(),
      within_minutes: z.int(),
      followable_share: followableShare,
      visitors: count.describe('Visitors with the step who can be followed.'),
      children: z
        .array(nodeAbove(nodeAbove(nodeAbove(lastNode))))
        .describe('The commonest next events, those with the most visitors first.'),
      ended,
      others,
      campaign_reach: campaignReach
        .optional()
        .describe('Only if from is a page_view: of all visitors with it, also those who can not be followed.'),
    }),
  }),
  example: {
    ...exampleReport('paths', {
      from: 'view;campaign:10',
      within_minutes: MINUTES_DEFAULT,
      followable_share: 62.5,
      visitors: 1200,
      children: [exampleChild],
      ended: 1000,
      others: 50,
    }),
    sampled: false,
  },
  errors: { 422: ['events_not_kept', 'unknown_subject'] },
  check(query, today) {
    checkWindow(query, today);
    requireOneStep(query);
  },
  async read(query, context) {
    const { from, to, depth, within_minutes, limit } = query;
    const asked = (from ?? to)!;
    const param = from ? 'from' : 'to';
    const report = await openReport(
      { ...query, ...OF_LOG_ALONE, onlyLogged: { param, missing: 'there are no paths of it' } },
      context,
    );
    await requireSubjects(context.database, context.websiteId, [asked], param);
    const self = { kind: SUBJECT_KIND.website, id: report.website.id };
    const { type, subject = self, filters } = asked;
    const answer = await askLog(
      context.database,
      report.log!,
      paths({
        subject: self,
        step: { type, subject, filters },
        isBackwards: from === undefined,
        window: report.window,
        withinSeconds: within_minutes * MINUTE_SECONDS,
        depth,
        childrenMax: Math.min(limit, CHILDREN_MAX),
        pagesMax: PATH_PAGES_MAX,
      }),
    );
    const children = answer.root.children.map(shownNode);
    const steps = [asked.text, ...children.flatMap(stepsOf)];
    return {
      ...(await notesOf(report, context, { isEmpty: answer.root.visitors === 0, filters, countsPageViews: true })),
      ...(await aboutSubjects(query, context.database, report.website.id, steps)),
      report: 'paths' as const,
      ...report.head,
      ...samplingOf(answer),
      data: {
        ...(from ? { from: from.text } : { to: asked.text }),
        within_minutes,
        followable_share: followableShareOf(answer),
        visitors: answer.root.visitors,
        children: children as Node<Node<Node<Node<never>>>>[],
        ...answer.root.rest!,
        ...(from?.type === PAGE_VIEW && { campaign_reach: await readReach(context, report, filters) }),
      },
    };
  },
});

/** Who saw a campaign, of the visitors with such page views. */
async function readReach({ database }: ReadContext, { log, window }: OpenReport, filters: readonly Filter[]) {
  return campaignReachOf(await askLog(database, log!, reach({ window, filters })));
}

/** Throws a problem of status 422. */
function requireOneStep({ from, to }: { readonly from?: unknown; readonly to?: unknown }): void {
  if ((from === undefined) !== (to === undefined)) return;
  const detail =
    from === undefined ? 'Name the step that paths begin with (from) or end with (to).' : 'Name from or to, not both.';
  throw new Problem(422, detail, { code: 'invalid_from', param: 'from' });
}

interface Node<Child> {
  step: string;
  visitors: number;
  children: Child[];
  ended?: number;
  others?: number;
}

function stepsOf({ step, children }: Node<unknown>): string[] {
  return [step, ...(children as Node<unknown>[]).flatMap(stepsOf)];
}

function shownNode({ visitors, children, rest, ...step }: PathStep & PathNode): Node<unknown> {
  return {
    step: nameOfStep(step),
    visitors,
    children: children.map(shownNode),
    ...rest,
  };
}
