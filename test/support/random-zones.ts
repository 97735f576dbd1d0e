// Websites in random time zones: the first one where the date changes first, the second one where it changes last, the third one where
// clocks are set twice a year.
import { Random } from '../../src/core/foundation/statistics/random.ts';

const NAMES = Intl.supportedValuesOf('timeZone');
const CHOSEN = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'];

export function giveZones(websites: readonly object[], seed: number): void {
  const random = new Random(seed);
  for (const [index, website] of websites.entries()) {
    Object.assign(website, { timezone: CHOSEN[index] ?? NAMES[random.between(0, NAMES.length - 1)] });
  }
}
