// The verdict of the service on an experiment. Nothing is computed here.
import type { ExperimentReport } from '../api/types.ts';
import { Tag } from '../components/tag.tsx';
import styles from './verdict.module.css';

type Verdict = ExperimentReport['data']['verdict'];

const TAGS: Readonly<Record<Verdict['kind'], { readonly label: string; readonly tone: 'good' | 'bad' | 'neutral' }>> = {
  winner: { label: 'Winner', tone: 'good' },
  loser: { label: 'Loser', tone: 'bad' },
  no_difference: { label: 'No difference', tone: 'neutral' },
  keep_running: { label: 'Keep running', tone: 'neutral' },
  will_not_settle: { label: 'Will not settle', tone: 'neutral' },
  unhealthy: { label: 'Unhealthy', tone: 'bad' },
  no_experiment: { label: 'No split', tone: 'neutral' },
};

export function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  const { label, tone } = TAGS[verdict.kind];
  return (
    <p className={styles.verdict}>
      <Tag tone={tone}>{label}</Tag> {verdict.sentence}
    </p>
  );
}
