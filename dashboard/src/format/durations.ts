// How long something took.
import { t } from '../language/t.ts';

/** The units from the largest one down, in seconds. */
const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** The two largest units, such as `1 h 5 min`. The rest is left out. */
export function formatDuration(seconds: number): string {
  const index = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const unit = UNITS[index];
  if (!unit) return durationText(0, 's');
  const next = UNITS[index + 1];
  const rest = next ? Math.floor((seconds % unit.seconds) / next.seconds) : 0;
  const whole = durationText(Math.floor(seconds / unit.seconds), unit.name);
  return rest === 0 ? whole : `${whole} ${durationText(rest, next!.name)}`;
}

function durationText(value: number, unit: string): string {
  return t('numbers.duration', { value: String(value), unit });
}
