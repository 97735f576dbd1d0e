// Numbers for people: two or three digits are all that a model is good for.

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Powers of 1,000, as disks are sold. */
export function bytes(amount: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, amount)) / 3)));
  return `${digits(amount / 1_000 ** power)} ${UNITS[power]}`;
}

const SHORT_UNITS = ['', '', ' million', ' billion', ' trillion'];

export function count(amount: number): string {
  if (amount < 1e6) return digits(amount);
  const power = Math.min(SHORT_UNITS.length - 1, Math.floor(Math.log10(amount) / 3));
  return `${digits(amount / 1_000 ** power)}${SHORT_UNITS[power]}`;
}

export function percent(share: number): string {
  return `${digits(share * 100)} %`;
}

/** How much of a limit is used: a percentage, or how many times as much as there is. */
export function used(share: number): string {
  if (share < 0.01) return '< 1 %';
  return share < 1.995 ? `${Math.round(share * 100)} %` : `${digits(share)} x`;
}

/** An estimate has two significant digits. */
export function about(amount: number): string {
  return count(Number(amount.toPrecision(2)));
}

/** Amounts below 100 have two significant digits; others are whole, with their thousands separated. */
export function digits(amount: number): string {
  if (amount >= 100) return Math.round(amount).toLocaleString('en-US');
  return String(Number(amount.toPrecision(2)));
}
