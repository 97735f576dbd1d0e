// What the dialogs of the catalog suggest, and the limits of its fields.

export const NAME_LENGTH_MAX = 200;
export const KEY_LENGTH_MAX = 64;

/** `Spring popup!` becomes `spring-popup`. undefined: nothing in the name can be in a key. */
export function keyFor(name: string): string | undefined {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, KEY_LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return key === '' || /^\d+$/.test(key) ? undefined : key;
}

/** Whole numbers that add up to 100; the first ones get what is left over. */
export function equalShares(count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(100 / count) + (index < 100 % count ? 1 : 0));
}
