// The words of funnels.

import { eventName, stepName as stepNameIn, subjectById, subjectPathName } from '@funnel/report-files/names.ts';
import type { Catalog, FunnelReport } from '../api/types.ts';
import { t } from '../language/t.ts';
import { EVENT_TYPES, type EventType, readStep, type StepDefinition, type StepSubject } from '../routing/funnel.ts';
import { nameOfCode } from './dimensions.ts';
import { formatDuration } from './durations.ts';
import { elementTypeName, recordName } from './names.ts';
import { formatCount } from './numbers.ts';

export const EVENT_NAMES = Object.fromEntries(EVENT_TYPES.map((type) => [type, eventName(type, t)])) as Readonly<
  Record<EventType, string>
>;

const SECONDS_PER_MINUTE = 60;
const TIME_LIMITS: ReadonlyMap<number, string> = new Map([
  [30, t('funnels.timeLimitMinutes', { count: 30 })],
  [60, t('funnels.timeLimitHours', { count: 1 })],
  [24 * 60, t('funnels.timeLimitDays', { count: 1 })],
  [7 * 24 * 60, t('funnels.timeLimitDays', { count: 7 })],
  [30 * 24 * 60, t('funnels.timeLimitDays', { count: 30 })],
]);

/** The usual limits in minutes, and the chosen one. */
export function offeredTimeLimits(chosen: number): number[] {
  return [...new Set([...TIME_LIMITS.keys(), chosen])].sort((a, b) => a - b);
}

export function timeLimitName(minutes: number): string {
  return TIME_LIMITS.get(minutes) ?? formatDuration(minutes * SECONDS_PER_MINUTE);
}

type Campaign = Catalog['campaigns'][number];
type Variant = Campaign['variants'][number];
type Step = Variant['steps'][number];
type Element = Step['elements'][number];

/** A subject with the records above it. What is below the subject is undefined. */
interface SubjectPath {
  readonly campaign: Campaign;
  readonly variant: Variant | undefined;
  readonly step: Step | undefined;
  readonly element: Element | undefined;
}

/** undefined: the catalog does not have it. */
export function subjectPath({ campaigns }: Catalog, { kind, id }: StepSubject): SubjectPath | undefined {
  const none = { variant: undefined, step: undefined, element: undefined };
  for (const campaign of campaigns) {
    if (kind === 'campaign' && campaign.id === id) return { campaign, ...none };
    for (const variant of campaign.variants) {
      if (kind === 'variant' && variant.id === id) return { campaign, ...none, variant };
      for (const step of variant.steps) {
        if (kind === 'step' && step.id === id) return { campaign, ...none, variant, step };
        const element = kind === 'element' ? step.elements.find((each) => each.id === id) : undefined;
        if (element) return { campaign, variant, step, element };
      }
    }
  }
  return undefined;
}

export function stepRecordName(step: Step): string {
  return recordName(step, t('catalog.stepNumber', { position: formatCount(step.position) }));
}

export function elementRecordName(element: Element): string {
  return recordName(element, elementTypeName(element.element_type));
}

/** Returns a name such as `Spring popup › Variant A`. Without the catalog, it has the kind and the id. */
export function subjectName(catalog: Catalog | undefined, subject: StepSubject): string {
  const path = catalog && subjectPath(catalog, subject);
  if (!path) return subjectById(subject, t);
  const { campaign, variant, step, element } = path;
  const named = <Part extends { readonly name: string | null; readonly key: string | null }>(part: Part) => ({
    ...part,
    name: part.name ?? part.key,
  });
  return subjectPathName(
    { campaign: campaign.name, variant, step: step && named(step), element: element && named(element) },
    t,
  );
}

/** Returns a name such as `View · Spring popup · Device: Mobile`, or `Page view · /cart`. */
export function stepName(catalog: Catalog | undefined, step: StepDefinition): string {
  return stepNameIn(step, { t, subjectName: (subject) => subjectName(catalog, subject), nameOfCode });
}

/** The name of a step of a report, which has the names of what its steps are about. */
export function reportedStepName(about: FunnelReport['about'] | undefined, text: string): string {
  const step = readStep(text);
  if (!step) return text;
  const subjectNameIn = (subject: StepSubject) => {
    const path = about?.subjects[`${subject.kind}:${subject.id}`];
    return path ? subjectPathName(path, t) : subjectById(subject, t);
  };
  return stepNameIn(step, { t, subjectName: subjectNameIn, nameOfCode });
}

/** The name of a step as the API writes it, where there is no report of it. */
export function writtenStepName(catalog: Catalog | undefined, text: string): string {
  const step = readStep(text);
  return step ? stepName(catalog, step) : text;
}
