// The demo's contacts: invented people with addresses at domains that nobody can own.
import { type DemoCampaign, demoCatalog } from './catalog.ts';
import { Random } from './random.ts';

const FIRST_NAMES = [
  ...['Mara', 'Jon', 'Elif', 'Tomas', 'Ines', 'Pavel', 'Aoife', 'Kofi', 'Lena', 'Marco', 'Yuki', 'Sana', 'Oskar'],
  ...['Priya', 'Hugo', 'Zofia'],
];
const LAST_NAMES = [
  ...['Lindqvist', 'Okafor', 'Demir', 'Varga', 'Moreau', 'Novak', 'Byrne', 'Mensah', 'Keller', 'Rossi', 'Tanaka'],
  ...['Haddad', 'Nilsen', 'Raman', 'Duarte', 'Wolska'],
];
const DOMAINS = ['example.com', 'example.org', 'example.net'];
const SOURCES = [
  { utm_source: 'newsletter', utm_medium: 'email' },
  { utm_source: 'search', utm_medium: 'cpc' },
  { referral_source: 'A friend' },
  {},
];
/** Numbers that are reserved for fiction. */
const PHONE_PREFIX = '+1 202 555 01';
const PHONE_SHARE = 0.35;
const MARKETING_SHARE = 0.7;
const CAMPAIGN_SHARE = 0.8;
/** How many days back they go. */
export const DAYS_WITH_CONTACTS = 90;
const DAY_MS = 86_400_000;
/** No two contacts of a website have the same name, and so none the same address. */
const CONTACTS_MAX = FIRST_NAMES.length * LAST_NAMES.length;

/** How many each website of the demo has, by id. */
const COUNTS: Readonly<Record<number, number>> = { 1: 140, 2: 60 };

interface DemoContact {
  readonly createdAt: Date;
  /** What a form would send. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Oldest first, all before `today` (a UTC day number). The same day gives the same contacts. */
export function demoContacts(websiteId: number, today: number): DemoContact[] {
  const random = new Random(websiteId);
  const campaigns = campaignsOf(websiteId, today);
  const count = Math.min(COUNTS[websiteId] ?? 0, CONTACTS_MAX);
  return Array.from({ length: count }, (_, index) => {
    // Evenly spread, with some randomness in the hours.
    const daysAgo = DAYS_WITH_CONTACTS - (index * (DAYS_WITH_CONTACTS - 1)) / count;
    return {
      createdAt: new Date(Math.round((today - daysAgo) * DAY_MS + random.between(0, DAY_MS / count))),
      body: { ...bodyOf(index, random), ...(random.chance(CAMPAIGN_SHARE) && sourceIn(campaigns, random)) },
    };
  });
}

const ORDER = /^{"type":"order","website_id":(\d+),.*?"visitor":"([^"]+)","at":"(\d{4}-\d\d-\d\d)/gm;
const BUYERS_PER_DAY = 5;

/** Who has ordered something, by website and date: contacts are some of them, so that they have a story. */
export class DemoBuyers {
  readonly #visitors = new Map<string, string[]>();

  /** Takes events as NDJSON. */
  note(lines: string): void {
    for (const [, websiteId, visitor, date] of lines.matchAll(ORDER)) {
      const key = `${websiteId} ${date}`;
      const known = this.#visitors.get(key) ?? [];
      if (known.length < BUYERS_PER_DAY && !known.includes(visitor!)) this.#visitors.set(key, [...known, visitor!]);
    }
  }

  /** Each of them once. undefined: there are no more. */
  take(websiteId: number, at: Date): string | undefined {
    return this.#visitors.get(`${websiteId} ${at.toISOString().slice(0, 10)}`)?.shift();
  }
}

function campaignsOf(websiteId: number, today: number): readonly DemoCampaign[] {
  const websites = demoCatalog(today).accounts.flatMap((account) => account.websites);
  return websites.find(({ id }) => id === websiteId)?.campaigns ?? [];
}

/** What contacts from the forms of campaigns have. */
function sourceIn(campaigns: readonly DemoCampaign[], random: Random) {
  const { id, name } = random.popular(campaigns);
  return { data: { source: { campaign_id: id, campaign: name } } };
}

function bodyOf(index: number, random: Random): Record<string, unknown> {
  const name = FIRST_NAMES[index % FIRST_NAMES.length]!;
  // Shifted by one in each round, so that every pair of names comes once.
  const lastName = LAST_NAMES[(index + Math.floor(index / FIRST_NAMES.length)) % LAST_NAMES.length]!;
  const domain = random.popular(DOMAINS);
  return {
    email: `${name}.${lastName}@${domain}`.toLowerCase(),
    first_name: name,
    last_name: lastName,
    ...(random.chance(PHONE_SHARE) && { phone: `${PHONE_PREFIX}${String(index % 100).padStart(2, '0')}` }),
    ...(random.chance(MARKETING_SHARE) && { marketing_consent: 'yes' }),
    ...SOURCES[random.between(0, SOURCES.length - 1)],
  };
}
