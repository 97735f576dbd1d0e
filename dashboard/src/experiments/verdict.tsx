// The outcome of a comparison in one sentence.

import type { Variant } from '../api/types.ts';
import { Tag } from '../components/tag.tsx';
import { variantName } from '../format/names.ts';
import { formatChange, formatCount } from '../format/numbers.ts';
import type { CountType } from '../routing/view.ts';
import { compareVariants, isDecided } from './compare-variants.ts';
import { confidenceText, sampleOf } from './variant-comparison.tsx';
import styles from './verdict.module.css';

interface VerdictProps {
  readonly variants: readonly Variant[];
  readonly countType: CountType;
}

export function Verdict({ variants, countType }: VerdictProps) {
  const { tone, tag, text } = verdictOf(variants, countType);
  return (
    <p className={styles.verdict}>
      <Tag tone={tone}>{tag}</Tag> {text}
    </p>
  );
}

interface VerdictText {
  readonly tone: 'good' | 'neutral';
  readonly tag: string;
  readonly text: string;
}

export function verdictOf(variants: readonly Variant[], countType: CountType): VerdictText {
  const [control, ...challengers] = variants;
  if (!control || challengers.length === 0)
    return { tone: 'neutral', tag: 'No split', text: 'There is only one variant.' };
  if (countType === 'total') {
    const text = 'Switch to unique visitors to see whether the difference is significant.';
    return { tone: 'neutral', tag: 'Total counts', text };
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
    return { tone: 'neutral', tag: 'Tie', text: 'The variants convert equally well so far. Keep it running.' };
  }
  const leader = challengerLeads ? best : control;
  return {
    tone: 'neutral',
    tag: 'Too early',
    text: `${variantName(leader)} is ahead, but it could be chance. About ${formatCount(roundedUp(comparison.visitorsMissing))} more visitors per variant are needed to be sure.`,
  };
}

/** To two digits: the estimate is no more precise than that. */
function roundedUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}
