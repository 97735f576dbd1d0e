// What somebody can subscribe to.
import { ALERT_KINDS, type AlertKind } from '../../answers/alerts/alert.ts';

export const TOPICS = ['digest', ...ALERT_KINDS] as const;
export type Topic = 'digest' | AlertKind;
