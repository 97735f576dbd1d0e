// An element that many see and nobody uses: never, or not any more. No test, but a bar that chance does not clear: of an
// element that 2 in 100 use, 500 viewers in a row without one use come once in 24,000 times.
import type { CampaignWeek, ElementWeek, StepWeek, VariantWeek, WebsiteWeek } from '../website-week.ts';
import { funnelName, number, percent, quoted } from '../wording.ts';
import { type Finding, PRECEDENCE } from './finding.ts';

const VIEWERS_MIN = 500;
/** Uses to be expected this week by the weeks before: none comes by chance in 1 of 160,000 cases. */
const EXPECTED_USES_MIN = 12;
/** Pictures and texts are not there to be used. A type counts as usable if it is one of these, or is used anywhere. */
const USABLE_TYPES =
  /form|button|quiz|question|picker|product|input|field|link|survey|poll|checkout|cart|upload|select/i;

interface Place {
  readonly campaign: CampaignWeek;
  readonly variant: VariantWeek;
  readonly step: StepWeek;
  readonly stepNumber: number;
}

export function unusedElements(week: WebsiteWeek): Finding[] {
  const places = week.campaigns.filter(({ isLive }) => isLive).flatMap(placesOf);
  const elements = places.flatMap(({ step }) => step.elements);
  const usedTypes = new Set(elements.filter((element) => usesOf(element) > 0).map(({ type }) => type));
  const isUsable = ({ type }: ElementWeek) => USABLE_TYPES.test(type) || usedTypes.has(type);
  return places.flatMap((place) =>
    place.step.elements.filter(isUsable).flatMap((element) => neglect(place, element) ?? []),
  );
}

function placesOf(campaign: CampaignWeek): Place[] {
  return campaign.variants.flatMap((variant) =>
    variant.steps.map((step, index) => ({ campaign, variant, step, stepNumber: index + 1 })),
  );
}

function usesOf({ thisWeek, before }: ElementWeek): number {
  return thisWeek.uses + before.uses;
}

function neglect(place: Place, element: ElementWeek): Finding | undefined {
  const { thisWeek, before } = element;
  if (thisWeek.uses > 0 || thisWeek.viewers === 0) return undefined;
  const usedBefore = before.viewers === 0 ? 0 : Math.min(1, before.uses / before.viewers);
  const wentSilent = thisWeek.viewers * usedBefore >= EXPECTED_USES_MIN;
  const neverUsed = before.uses === 0 && thisWeek.viewers + before.viewers >= VIEWERS_MIN;
  if (!wentSilent && !neverUsed) return undefined;
  const what = `The ${quoted(element.type)} element on step ${place.stepNumber} of ${funnelName(place.campaign, place.variant)}`;
  const stake = { conversions: thisWeek.viewers * usedBefore, revenue: 0 };
  return {
    kind: 'fact',
    about: [`step ${place.step.id}`],
    precedence: PRECEDENCE.element,
    stake,
    say: () =>
      wentSilent
        ? `${what} has stopped working or being noticed: not one of ${number(thisWeek.viewers)} viewers used it this ` +
          `week, and ${percent(usedBefore)} did before. Try it yourself.`
        : `${what} is used by nobody: ${number(thisWeek.viewers + before.viewers)} viewers in five weeks, and not one ` +
          'use. Check that it works; if it does, take it out or make it clearer.',
  };
}
