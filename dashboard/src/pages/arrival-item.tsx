// An event that arrived: what it was, what became of it and why, and who sent it.
import type { Arrival } from '../api/types.ts';
import { RowDetail } from '../components/row-name.tsx';
import { Tag } from '../components/tag.tsx';
import {
  eventName,
  messageOf,
  OUTCOME_NAMES,
  SOURCE_NAMES,
  senderName,
  subjectName,
  timeOf,
} from '../format/arrivals.ts';
import styles from './arrival-item.module.css';

const TONES = { accepted: 'good', duplicate: 'neutral', rejected: 'bad', ignored: 'neutral', bot: 'neutral' } as const;

export function ArrivalItem({ arrival }: { readonly arrival: Arrival }) {
  const { outcome, code, source, at } = arrival;
  const message = messageOf(arrival);
  return (
    <li className={styles.item}>
      <div className={styles.event}>
        {eventName(arrival)}
        <RowDetail>{subjectName(arrival)}</RowDetail>
      </div>
      <div className={styles.result}>
        <Tag tone={TONES[outcome]}>{OUTCOME_NAMES[outcome]}</Tag>
        {code !== null && <code>{code}</code>}
        {message !== null && <p>{message}</p>}
      </div>
      <div className={styles.sender}>
        {SOURCE_NAMES[source]}
        <RowDetail>{senderName(arrival)}</RowDetail>
      </div>
      <time className={styles.time} dateTime={at}>
        {timeOf(at)} UTC
      </time>
    </li>
  );
}
