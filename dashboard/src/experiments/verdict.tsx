// The verdict of the service on an experiment. Nothing is computed here.
import type { ExperimentReport } from '../api/types.ts';
import { Tag } from '../components/tag.tsx';
import { said } from '../format/sentences.ts';
import styles from './verdict.module.css';

type Verdict = ExperimentReport['data']['verdict'];

const TAGS: Readonly<Record<Verdict['kind'], { readonly label: string; readonly tone: 'good' | 'bad' | 'neutral' }>> = {
  winner: { label: 'Winner', tone: 'good' },
  loser: { label: 'Loser', tone: 'bad' },
  harmful: { label: 'Harmful', tone: 'bad' },
  no_difference: { label: 'No difference', tone: 'neutral' },
  keep_running: { label: 'Keep running', tone: 'neutral' },
  will_not_settle: { label: 'Will not settle', tone: 'neutral' },
  unhealthy: { label: 'Unhealthy', tone: 'bad' },
  no_experiment: { label: 'No split', tone: 'neutral' },
};

export function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  return (
    <p className={styles.verdict}>
      <KindTag kind={verdict.kind} /> {said(verdict.sentence)}
    </p>
  );
}

/** In a table: what it says in one word, and the sentence as a tooltip. */
export function VerdictTag({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span title={said(verdict.sentence)}>
      <KindTag kind={verdict.kind} />
    </span>
  );
}

function KindTag({ kind }: Pick<Verdict, 'kind'>) {
  const { label, tone } = TAGS[kind];
  return <Tag tone={tone}>{label}</Tag>;
}
