// The verdict of the service on an experiment. Nothing is computed here.

import type { ExperimentReport } from '../api/types.ts';
import { Tag } from '../components/tag.tsx';
import { t } from '../language/t.ts';
import styles from './verdict.module.css';

type Verdict = ExperimentReport['data']['verdict'];

const TONES: Readonly<Record<Verdict['kind'], 'good' | 'bad' | 'neutral'>> = {
  winner: 'good',
  loser: 'bad',
  harmful: 'bad',
  no_difference: 'neutral',
  keep_running: 'neutral',
  will_not_settle: 'neutral',
  unhealthy: 'bad',
  no_experiment: 'neutral',
};

export function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  return (
    <p className={styles.verdict}>
      <KindTag kind={verdict.kind} /> {verdict.sentence}
    </p>
  );
}

/** Stands in a table: what it says in one word, and the sentence as a tooltip. */
export function VerdictTag({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span title={verdict.sentence}>
      <KindTag kind={verdict.kind} />
    </span>
  );
}

function KindTag({ kind }: Pick<Verdict, 'kind'>) {
  return <Tag tone={TONES[kind]}>{t(`experiments.verdict_${kind}`)}</Tag>;
}
