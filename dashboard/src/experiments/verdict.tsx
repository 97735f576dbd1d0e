// What a comparison means, in a sentence.
import type { CountType } from '../address/view.ts';
import type { Variant } from '../api/answers.ts';
import { variantName } from '../format/names.ts';
import { formatChange, formatCount } from '../format/numbers.ts';
import { compareVariants, isDecided } from './compare-variants.ts';
import { confidenceText, sampleOf } from './variant-comparison.tsx';

interface VerdictProps {
  readonly variants: readonly Variant[];
  readonly countType: CountType;
}

export function Verdict({ variants, countType }: VerdictProps) {
  const { tone, tag, text } = verdictOf(variants, countType);
  return (
    <p className="verdict">
      <span className={`tag tag-${tone}`}>{tag}</span> {text}
    </p>
  );
}

interface VerdictText {
  readonly tone: 'good' | 'plain';
  readonly tag: string;
  readonly text: string;
}

export function verdictOf(variants: readonly Variant[], countType: CountType): VerdictText {
  const [control, ...challengers] = variants;
  if (!control || challengers.length === 0)
    return { tone: 'plain', tag: 'No split', text: 'There is one variant only.' };
  if (countType === 'total') {
    const text = 'Switch to unique visitors: only they say how sure a difference is.';
    return { tone: 'plain', tag: 'Total counts', text };
  }
  const ranked = [...challengers].sort((a, b) => b.metrics.conversion_rate - a.metrics.conversion_rate);
  const best = ranked[0]!;
  const comparison = compareVariants(sampleOf(control), sampleOf(best));
  const challengerLeads = best.metrics.conversion_rate > control.metrics.conversion_rate;
  if (isDecided(sampleOf(control), sampleOf(best))) {
    const winner = challengerLeads ? best : control;
    const lift =
      challengerLeads && comparison.lift !== null ? `, ${formatChange(comparison.lift)} over the control` : '';
    return {
      tone: 'good',
      tag: 'Winner',
      text: `${variantName(winner)} converts better${lift}, with ${confidenceText(comparison.confidence)} confidence.`,
    };
  }
  if (comparison.visitorsMissing === 0) {
    return { tone: 'plain', tag: 'Even', text: 'So far both convert alike. Let it run.' };
  }
  const leader = challengerLeads ? best : control;
  return {
    tone: 'plain',
    tag: 'Too early',
    text: `${variantName(leader)} is ahead, but it may be chance. About ${formatCount(roundedUp(comparison.visitorsMissing))} more visitors for each variant would settle it.`,
  };
}

/** Two digits are as exact as such an estimate is. */
function roundedUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}
