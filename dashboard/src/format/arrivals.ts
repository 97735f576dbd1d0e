// Words for what became of an event.

import { spelledOut } from '@funnel/report-files/names.ts';
import type { Arrival } from '../api/types.ts';
import { t } from '../language/t.ts';
import { keyName } from './ingest-keys.ts';

export const OUTCOME_NAMES: Readonly<Record<Arrival['outcome'], string>> = {
  accepted: t('live.outcome_accepted'),
  duplicate: t('live.outcome_duplicate'),
  rejected: t('live.outcome_rejected'),
  ignored: t('live.outcome_ignored'),
  bot: t('live.outcome_bot'),
};

export const OUTCOMES = Object.keys(OUTCOME_NAMES) as readonly Arrival['outcome'][];

export const SOURCE_NAMES: Readonly<Record<Arrival['source'], string>> = {
  server: t('live.source_server'),
  browser: t('live.source_browser'),
  segment: t('live.source_segment'),
  webhook: t('live.source_webhook'),
  file: t('live.source_file'),
};

export function eventName({ type, events }: Pick<Arrival, 'type' | 'events'>): string {
  if (events > 1) return t('live.events', { count: events });
  return type === null ? t('common.event') : spelledOut(type);
}

/** null: not known. */
export function subjectName({ subject }: Pick<Arrival, 'subject'>): string | null {
  if (subject === null) return null;
  return subject.length === 0 ? t('common.website') : subject.join(' › ');
}

export function senderName({
  key_id: id,
  key_name: name,
  origin,
}: Pick<Arrival, 'key_id' | 'key_name' | 'origin'>): string {
  return [id === null ? null : keyName({ id, name }), origin].filter((part) => part !== null).join(' · ');
}

const BOT_MESSAGE = t('live.botMessage');

/** Why the event does not count. */
export function messageOf({ outcome, message }: Pick<Arrival, 'outcome' | 'message'>): string | null {
  return message ?? (outcome === 'bot' ? BOT_MESSAGE : null);
}

/** `status_415` becomes `Status 415`. */
export function reasonName(code: string): string {
  return spelledOut(code);
}

/** The time is in UTC, unlike days. */
export function timeOf(timestamp: string): string {
  return timestamp.slice(11, 19);
}

/** Whether a text is in anything that the page shows of the arrival. */
export function mentions(arrival: Arrival, text: string): boolean {
  const { source, outcome, code } = arrival;
  const shown = [
    eventName(arrival),
    subjectName(arrival),
    senderName(arrival),
    SOURCE_NAMES[source],
    OUTCOME_NAMES[outcome],
    code,
    messageOf(arrival),
  ];
  return shown.join('\n').toLowerCase().includes(text.trim().toLowerCase());
}
