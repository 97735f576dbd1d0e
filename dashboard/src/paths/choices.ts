// What the page Paths asks for. It is in the URL, so that a link opens it; its parameters are those of the report.
import { MINUTES_DEFAULT, readMinutes, readStep, type StepDefinition, stepText } from '../routing/funnel.ts';
import { PATH_DEPTHS } from '../routing/offered-values.ts';

/** Paths begin with a step, or end with it. */
export const DIRECTIONS = ['from', 'to'] as const;
export type Direction = (typeof DIRECTIONS)[number];

const DEPTH_DEFAULT = 3;

export interface PathChoices {
  readonly direction: Direction;
  readonly step: StepDefinition;
  readonly depth: number;
  readonly withinMinutes: number;
}

const DEFAULT_STEP: StepDefinition = { type: 'view', subject: undefined, filters: [] };

/** What the URL has otherwise than the page offers it is as if it did not have it. */
export function readPathChoices(search: URLSearchParams): PathChoices {
  const direction = search.has('to') && !search.has('from') ? 'to' : 'from';
  return {
    direction,
    step: readStep(search.get(direction) ?? '') ?? DEFAULT_STEP,
    depth: PATH_DEPTHS.find((depth) => String(depth) === search.get('depth')) ?? DEPTH_DEFAULT,
    withinMinutes: readMinutes(search.get('within_minutes') ?? '') ?? MINUTES_DEFAULT,
  };
}

/** What `changeParameters` takes. What is the default is not in the URL. */
export function pathParameters({ direction, step, depth, withinMinutes }: PathChoices) {
  const text = stepText(step);
  const isDefault = direction === 'from' && text === stepText(DEFAULT_STEP);
  return {
    from: direction === 'from' && !isDefault ? text : undefined,
    to: direction === 'to' ? text : undefined,
    depth: depth === DEPTH_DEFAULT ? undefined : String(depth),
    within_minutes: withinMinutes === MINUTES_DEFAULT ? undefined : String(withinMinutes),
  };
}
