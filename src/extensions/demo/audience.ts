// Who the demo's visitors are and where their visits come from. Both follow from numbers that are there anyway, so the counts of the demo
// do not depend on them, except where a campaign is broken on phones.
import { scramble } from '../../core/foundation/statistics/random.ts';

interface Weighted {
  readonly weight: number;
  /** The fields of an event, as JSON without braces. */
  readonly fields: string;
}

const DEVICES: readonly Weighted[] = [
  { weight: 34, fields: '"device":"mobile","browser":"Safari","os":"iOS"' },
  { weight: 22, fields: '"device":"mobile","browser":"Chrome","os":"Android"' },
  { weight: 19, fields: '"device":"desktop","browser":"Chrome","os":"Windows"' },
  { weight: 9, fields: '"device":"desktop","browser":"Safari","os":"macOS"' },
  { weight: 6, fields: '"device":"desktop","browser":"Microsoft Edge","os":"Windows"' },
  { weight: 6, fields: '"device":"desktop","browser":"Firefox","os":"Linux"' },
  { weight: 4, fields: '"device":"tablet","browser":"Safari","os":"iOS"' },
];

const PLACES: readonly Weighted[] = [
  ['US', 'en', 33],
  ['US', 'es', 5],
  ['GB', 'en', 17],
  ['DE', 'de', 12],
  ['CA', 'en', 7],
  ['CA', 'fr', 2],
  ['AU', 'en', 7],
  ['FR', 'fr', 6],
  ['NL', 'nl', 4],
  ['SE', 'sv', 3],
  ['JP', 'ja', 2],
  ['BR', 'pt', 2],
].map(([country, language, weight]) => {
  return { weight: Number(weight), fields: `"country":"${country}","language":"${language}"` };
});

interface VisitSource extends Weighted {
  /** How much more of the visits that convert come from here. */
  readonly lift: number;
  /** The same on phones, if it differs. */
  readonly liftOnPhones?: number;
}

const SOURCES: readonly VisitSource[] = [
  { weight: 30, lift: 1, fields: '' },
  { weight: 24, lift: 0.9, fields: ',"referrer":"www.google.com"' },
  // A paid campaign that does not work on phones.
  {
    ...{ weight: 14, lift: 1.3, liftOnPhones: 0.05 },
    fields: ',"utm_source":"facebook","utm_medium":"paid_social","utm_campaign":"autumn"',
  },
  { weight: 10, lift: 1.1, fields: ',"utm_source":"google","utm_medium":"cpc","utm_campaign":"brand"' },
  { weight: 9, lift: 2.4, fields: ',"utm_source":"newsletter","utm_medium":"email","utm_campaign":"weekly"' },
  { weight: 6, lift: 0.5, fields: ',"referrer":"www.instagram.com"' },
  { weight: 4, lift: 0.8, fields: ',"referrer":"www.bing.com"' },
  { weight: 3, lift: 1.6, fields: ',"referrer":"blog.example"' },
];

/** What a visitor has on all visits. */
export function visitorFields(visitor: number): string {
  return `${deviceFields(visitor)},${picked(PLACES, scramble(visitor + 2))}`;
}

export function isOnPhone(visitor: number): boolean {
  return deviceFields(visitor).includes('"device":"mobile"');
}

function deviceFields(visitor: number): string {
  return picked(DEVICES, scramble(visitor + 1));
}

/** What one visit has. */
export function sourceFields(visitor: number, second: number, hasConverted: boolean): string {
  const ofConverted = isOnPhone(visitor) ? CONVERTED_ON_PHONES : CONVERTED_ELSEWHERE;
  return picked(hasConverted ? ofConverted : SOURCES, scramble(scramble(visitor) + second));
}

const CONVERTED_ELSEWHERE = SOURCES.map((source) => ({ ...source, weight: source.weight * source.lift }));
const CONVERTED_ON_PHONES = SOURCES.map((source) => ({
  ...source,
  weight: source.weight * (source.liftOnPhones ?? source.lift),
}));

function picked(choices: readonly Weighted[], hash: number): string {
  let ticket = (hash / 2 ** 32) * choices.reduce((sum, { weight }) => sum + weight, 0);
  const found = choices.find(({ weight }) => {
    ticket -= weight;
    return ticket < 0;
  });
  return (found ?? choices[0]!).fields;
}
