// The steps of a funnel as a parameter: `TYPE`, then any number of `;NAME:VALUE`. A name is a kind of subject (at most one) or a dimension.
// A semicolon in a value is written twice.
import type { EventType } from '@funnel/report-files/names.ts';
import { z } from 'zod';
import { filterOf } from '../../core/answers/reports/parameters.ts';
import { parameter } from '../../core/contract/operations/parameters.ts';
import { SUBJECT_KIND, type SubjectReference } from '../../core/engine/catalog/subject.ts';
import type { Filter } from '../../core/engine/event-log/counting/log-question.ts';
import { type LogEventType, PAGE_VIEW, SELECTION } from '../../core/engine/event-log/format/log-event.ts';
import { METRIC } from '../../core/engine/rollups/metric.ts';
import { FUNNEL_STEPS_MAX } from './log/funnel-question.ts';
import type { PathStep } from './log/paths-question.ts';

const STEPS_MIN = 2;

/** The types of events, by the names that they are sent with. */
const TYPES: Readonly<Record<EventType, LogEventType>> = {
  view: METRIC.views,
  conversion: METRIC.conversions,
  completion: METRIC.completions,
  submission: METRIC.submissions,
  subscribe: METRIC.subscribes,
  order: METRIC.orders,
  selection: SELECTION,
  page_view: PAGE_VIEW,
};

const SUBJECTS = ['campaign', 'variant', 'step', 'element'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

const STEP_RULE =
  'TYPE[;SUBJECT:ID][;DIMENSION:VALUE…], such as ' +
  `view;campaign:10;device:mobile. Types: ${Object.keys(TYPES).join(', ')}. Subjects, at most one in a step, and none of a page_view: ` +
  `${SUBJECTS.join(', ')}. Dimensions and values are those of filter, each dimension once in a step. ` +
  'A semicolon in a value is written twice';

export interface ParsedStep {
  /** The text that was sent. */
  readonly text: string;
  readonly type: LogEventType;
  /** undefined: the website. */
  readonly subject: (SubjectReference & { readonly name: SubjectName }) | undefined;
  readonly filters: readonly Filter[];
}

export const stepParameter = {
  step: parameter(
    z
      .array(z.string().transform(parseStep))
      .min(STEPS_MIN)
      .max(FUNNEL_STEPS_MAX)
      .describe(
        `The steps in order, ${STEPS_MIN} to ${FUNNEL_STEPS_MAX}, each an event type, then \`;campaign:ID\`, \`;variant:ID\`, ` +
          '`;step:ID` or `;element:ID`, and dimensions, such as `view;campaign:10;device:mobile`.',
      ),
    'invalid_step',
    `must be given ${STEPS_MIN} to ${FUNNEL_STEPS_MAX} times, each ${STEP_RULE}`,
  ),
};

/** A parameter that is one step. */
export function oneStepParameter(name: string, description: string) {
  return parameter(
    z.string().transform(parseStep).optional().describe(description),
    `invalid_${name}`,
    `must be ${STEP_RULE}`,
  );
}

/** See `loggedDaysBefore`: whether a visitor is new depends on all days before. */
export function daysBeforeFiltered(steps: readonly ParsedStep[]): number {
  const dimensions = steps.flatMap(({ filters }) => filters.map(({ dimension }) => dimension));
  return dimensions.includes('visitor_type') ? Number.POSITIVE_INFINITY : 0;
}

/** The step that matches such events. */
export function nameOfStep({ type, campaignId, page }: PathStep): string {
  const name = nameOfType(type);
  if (page !== null) return `${name};page:${page.replaceAll(';', ';;')}`;
  return campaignId === null ? name : `${name};campaign:${campaignId}`;
}

export function nameOfType(type: LogEventType): EventType {
  return (Object.keys(TYPES) as EventType[]).find((name) => TYPES[name] === type)!;
}

function parseStep(text: string, context: z.RefinementCtx): ParsedStep {
  const step = stepOf(text);
  if (step) return step;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
}

/** undefined: it is none. */
export function stepOf(text: string): ParsedStep | undefined {
  const [typeName = '', ...parts] = partsOf(text) ?? [];
  const subjects = parts.flatMap((part) => subjectOf(part) ?? []);
  const filters = parts.flatMap((part) => filterOf(part) ?? []);
  const isUnderstood = subjects.length + filters.length === parts.length;
  const isOnce = subjects.length <= 1 && new Set(filters.map(({ dimension }) => dimension)).size === filters.length;
  const type = Object.hasOwn(TYPES, typeName) ? TYPES[typeName as EventType] : undefined;
  const isOfWebsite = type !== PAGE_VIEW || subjects.length === 0;
  if (type === undefined || !isUnderstood || !isOnce || !isOfWebsite) return undefined;
  return { text, type, subject: subjects[0], filters };
}

/** The parts between single semicolons. undefined: one is empty. */
function partsOf(text: string): string[] | undefined {
  const parts = text.match(/(?:[^;]|;;)+/g) ?? [];
  return parts.join(';') === text ? parts.map((part) => part.replaceAll(';;', ';')) : undefined;
}

function subjectOf(part: string): ParsedStep['subject'] {
  const [, kind, id] = /^(\w+):([1-9]\d{0,15})$/.exec(part) ?? [];
  const name = SUBJECTS.find((subject) => subject === kind);
  if (!name || !Number.isSafeInteger(Number(id))) return undefined;
  return { name, kind: SUBJECT_KIND[name], id: Number(id) };
}
