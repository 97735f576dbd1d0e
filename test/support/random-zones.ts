// Websites in random time zones: the first one where the date changes first, the second one where it changes last.
import { Random } from '../../src/demo/random.ts';
import type { RandomWebsite } from './random-catalog.ts';

const NAMES = Intl.supportedValuesOf('timeZone');

export function giveZones(websites: readonly RandomWebsite[], seed: number): void {
  const random = new Random(seed);
  for (const [index, website] of websites.entries()) {
    const timezone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'][index] ?? NAMES[random.between(0, NAMES.length - 1)];
    Object.assign(website, { timezone });
  }
}
