// What somebody can subscribe to.
import { ALERT_KINDS, type AlertKind } from '../../../core/answers/alerts/alert.ts';

/** Each new contact, each order that is counted, and each refund of one: for programs, so only by webhook. */
export const RECORD_TOPICS = ['new_contact', 'order', 'refund'] as const;
export type RecordTopic = (typeof RECORD_TOPICS)[number];

export const TOPICS = ['digest', ...ALERT_KINDS, ...RECORD_TOPICS] as const;
export type Topic = 'digest' | AlertKind | RecordTopic;

export function isRecordTopic(topic: string): topic is RecordTopic {
  return (RECORD_TOPICS as readonly string[]).includes(topic);
}
