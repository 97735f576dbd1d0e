// An element that many visitors see and nobody uses, or nobody uses any more. Not a statistical test, but a threshold that
// chance rarely reaches: if 2 % of viewers use an element, 500 viewers without a use happen once in 24,000 times.

import { sentence } from '../../../../languages/sentence.ts';
import { funnelWords } from '../../../core/foundation/text/wording.ts';
import { type Finding, PRECEDENCE } from './finding.ts';
import type { CampaignWeek, ElementWeek, StepWeek, VariantWeek, WebsiteWeek } from './website-week.ts';

const VIEWERS_MIN = 500;
/** Expected uses, by the weeks before. If 12 are expected, chance gives none once in 160,000 times. */
const EXPECTED_USES_MIN = 12;
/** Images and texts are not meant to be used. A type counts as usable if it matches this or is used anywhere. */
const USABLE_TYPES =
  /form|button|quiz|question|picker|product|input|field|link|survey|poll|checkout|cart|upload|select/i;

interface StepInFunnel {
  readonly campaign: CampaignWeek;
  readonly variant: VariantWeek;
  readonly step: StepWeek;
  readonly stepNumber: number;
}

export function unusedElements(week: WebsiteWeek): Finding[] {
  const steps = week.campaigns.filter(({ isLive }) => isLive).flatMap(stepsOf);
  const elements = steps.flatMap(({ step }) => step.elements);
  const usedTypes = new Set(elements.filter((element) => usesOf(element) > 0).map(({ type }) => type));
  const isUsable = ({ type }: ElementWeek) => USABLE_TYPES.test(type) || usedTypes.has(type);
  return steps.flatMap((at) =>
    at.step.elements.filter(isUsable).flatMap((element) => unusedElement(at, element) ?? []),
  );
}

function stepsOf(campaign: CampaignWeek): StepInFunnel[] {
  return campaign.variants.flatMap((variant) =>
    variant.steps.map((step, index) => ({ campaign, variant, step, stepNumber: index + 1 })),
  );
}

function usesOf({ thisWeek, before }: ElementWeek): number {
  return thisWeek.uses + before.uses;
}

function unusedElement(at: StepInFunnel, element: ElementWeek): Finding | undefined {
  const { thisWeek, before } = element;
  if (thisWeek.uses > 0 || thisWeek.viewers === 0) return undefined;
  const usedBefore = before.viewers === 0 ? 0 : Math.min(1, before.uses / before.viewers);
  const isNoLongerUsed = thisWeek.viewers * usedBefore >= EXPECTED_USES_MIN;
  const neverUsed = before.uses === 0 && thisWeek.viewers + before.viewers >= VIEWERS_MIN;
  if (!isNoLongerUsed && !neverUsed) return undefined;
  const where = {
    name: { name: element.type },
    step: at.stepNumber,
    funnel: funnelWords(at.campaign, at.variant),
  };
  const stake = { conversions: thisWeek.viewers * usedBefore, revenue: 0 };
  return {
    kind: 'fact',
    about: [`step ${at.step.id}`],
    campaignId: at.campaign.id,
    precedence: PRECEDENCE.element,
    stake,
    summary: {
      kind: 'unused_element',
      part: sentence('elementOn', where),
      sentence: (list) => sentence('elementsUnused', { count: list.length, elements: { list } }),
    },
    sentences: () => [
      isNoLongerUsed
        ? sentence('elementNoLongerUsed', { ...where, visitors: thisWeek.viewers, before: { percent: usedBefore } })
        : sentence('elementNeverUsed', { ...where, visitors: thisWeek.viewers + before.viewers }),
    ],
  };
}
