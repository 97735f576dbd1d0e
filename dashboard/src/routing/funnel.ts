// A funnel in the URL of its page, so that a link opens it, and in requests. Its parameters are those of the funnel report.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import { type Dimension, type Filter, filterText, parseFilter } from './filters.ts';

/** The types of events, by the names that they are sent with. */
export const EVENT_TYPES = [
  ...(['view', 'conversion', 'completion', 'submission'] as const),
  ...(['subscribe', 'order', 'selection', 'page_view'] as const),
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The kinds from the top down. */
export const SUBJECT_KINDS = ['campaign', 'variant', 'step', 'element'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export interface StepSubject {
  readonly kind: SubjectKind;
  readonly id: number;
}

export interface StepDefinition {
  readonly type: EventType;
  /** undefined: anywhere on the website. */
  readonly subject: StepSubject | undefined;
  /** All of them hold. */
  readonly filters: readonly Filter[];
}

export interface Funnel {
  readonly steps: readonly StepDefinition[];
  readonly withinMinutes: number;
  readonly breakDownBy: Dimension | undefined;
}

/** The limits of the API. */
export const STEPS_MIN = 2;
export const STEPS_MAX = 8;
const MINUTES_MAX = 30 * 24 * 60;
export const MINUTES_DEFAULT = 7 * 24 * 60;

const stepOf = (type: EventType): StepDefinition => ({ type, subject: undefined, filters: [] });

/** What the page shows first. */
export const DEFAULT_FUNNEL: Funnel = {
  steps: [stepOf('view'), stepOf('conversion')],
  withinMinutes: MINUTES_DEFAULT,
  breakDownBy: undefined,
};

/** The step that a user adds. */
export const NEW_STEP: StepDefinition = stepOf('order');

/** A page view is of the website alone. */
export function hasSubject(type: EventType): boolean {
  return type !== 'page_view';
}

/** Writes it as the API does: a type, then parts that begin with a semicolon. In a part, a semicolon is written twice. */
export function stepText({ type, subject, filters }: StepDefinition): string {
  const parts = [type, ...(subject ? [`${subject.kind}:${subject.id}`] : []), ...filters.map(filterText)];
  return parts.map((part) => part.replaceAll(';', ';;')).join(';');
}

/** undefined: the API would refuse it. */
export function readStep(text: string): StepDefinition | undefined {
  const parts = text.match(/(?:[^;]|;;)+/g) ?? [];
  const [typeName, ...rest] = parts.map((part) => part.replaceAll(';;', ';'));
  const type = EVENT_TYPES.find((known) => known === typeName);
  const subjects = rest.flatMap((part) => readSubject(part) ?? []);
  const filters = rest.flatMap((part) => parseFilter(part) ?? []);
  const isUnderstood = parts.join(';') === text && subjects.length + filters.length === rest.length;
  const isOnce = subjects.length <= 1 && new Set(filters.map(({ dimension }) => dimension)).size === filters.length;
  if (!type || !isUnderstood || !isOnce || (subjects.length > 0 && !hasSubject(type))) return undefined;
  return { type, subject: subjects[0], filters };
}

function readSubject(text: string): StepSubject | undefined {
  const [, name, id] = /^(\w+):([1-9]\d{0,14})$/.exec(text) ?? [];
  const kind = SUBJECT_KINDS.find((known) => known === name);
  return kind && { kind, id: Number(id) };
}

/** What the API has. */
interface WrittenFunnel {
  readonly step: readonly string[];
  readonly within_minutes: number;
  readonly break_down_by: Dimension | null;
}

/** undefined: it has something that this version of the dashboard does not know. */
export function readFunnel({ step, within_minutes, break_down_by }: WrittenFunnel): Funnel | undefined {
  const steps = step.flatMap((text) => readStep(text) ?? []);
  if (steps.length !== step.length) return undefined;
  return { steps, withinMinutes: within_minutes, breakDownBy: break_down_by ?? undefined };
}

/** The fields of a request. */
export function writtenFunnel({ steps, withinMinutes, breakDownBy }: Funnel) {
  return { step: steps.map(stepText), within_minutes: withinMinutes, break_down_by: breakDownBy ?? null };
}

export function isSameFunnel(one: Funnel, other: Funnel): boolean {
  return JSON.stringify(writtenFunnel(one)) === JSON.stringify(writtenFunnel(other));
}

interface FunnelInUrl {
  /** undefined: the URL has none that can be shown. */
  readonly funnel: Funnel | undefined;
  /** Users can edit a URL. */
  readonly isInvalid: boolean;
}

export function funnelInUrl(search: URLSearchParams): FunnelInUrl {
  const texts = search.getAll('step');
  if (texts.length === 0) return { funnel: undefined, isInvalid: false };
  const minutes = readMinutes(search.get('within_minutes') ?? String(MINUTES_DEFAULT));
  const dimension = search.get('break_down_by');
  const breakDownBy = PARAMETER_VALUES.break_down_by.find((known) => known === dimension);
  const isValid =
    texts.length >= STEPS_MIN && texts.length <= STEPS_MAX && (dimension === null || breakDownBy !== undefined);
  const funnel =
    isValid && minutes !== undefined
      ? readFunnel({ step: texts, within_minutes: minutes, break_down_by: breakDownBy ?? null })
      : undefined;
  return { funnel, isInvalid: funnel === undefined };
}

/** undefined: the API would refuse it. */
export function readMinutes(text: string): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MINUTES_MAX ? Number(text) : undefined;
}

/** What `changeParameters` takes. undefined: there is no funnel. */
export function funnelParameters(funnel: Funnel | undefined) {
  const { withinMinutes, breakDownBy } = funnel ?? DEFAULT_FUNNEL;
  return {
    step: funnel?.steps.map(stepText),
    within_minutes: withinMinutes === MINUTES_DEFAULT ? undefined : String(withinMinutes),
    break_down_by: breakDownBy,
  };
}

/** Puts another step at this place. */
export function withStep({ steps, ...funnel }: Funnel, index: number, step: StepDefinition): Funnel {
  return { ...funnel, steps: steps.with(index, step) };
}

export function withoutStep({ steps, ...funnel }: Funnel, index: number): Funnel {
  return { ...funnel, steps: steps.toSpliced(index, 1) };
}

export function withMovedStep({ steps, ...funnel }: Funnel, from: number, to: number): Funnel {
  return { ...funnel, steps: steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!) };
}
