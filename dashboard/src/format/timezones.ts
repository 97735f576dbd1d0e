// The names of time zones, for people to choose from.

/** The zone of the browser. */
export function ownTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Includes the chosen one, which may be a name that the browser does not list. */
export function listTimezones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** `America/New_York` becomes `America/New York`. */
export function timezoneName(timezone: string): string {
  return timezone.replaceAll('_', ' ');
}
