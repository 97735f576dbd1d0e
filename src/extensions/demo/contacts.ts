// The demo's contacts: invented people with addresses at domains that nobody can own, one for each visitor who has subscribed.

import { Random } from '../../core/foundation/statistics/random.ts';
import { demoCatalog } from './catalog.ts';

const FIRST_NAMES = [
  ...['Mara', 'Jon', 'Elif', 'Tomas', 'Ines', 'Pavel', 'Aoife', 'Kofi', 'Lena', 'Marco', 'Yuki', 'Sana', 'Oskar'],
  ...['Priya', 'Hugo', 'Zofia', 'Adele', 'Bruno', 'Clara', 'Dario', 'Esther', 'Farid', 'Greta', 'Hanna', 'Ivan'],
  ...['Jana', 'Karim', 'Luca', 'Milan', 'Nadia', 'Olga', 'Pia', 'Rosa', 'Stefan', 'Tilda', 'Vera', 'Wim', 'Xenia'],
  ...['Yannis', 'Zeno', 'Alba', 'Boris', 'Cora', 'Dina', 'Emil', 'Fiona', 'Goran', 'Heidi'],
];
const LAST_NAMES = [
  ...['Lindqvist', 'Okafor', 'Demir', 'Varga', 'Moreau', 'Novak', 'Byrne', 'Mensah', 'Keller', 'Rossi', 'Tanaka'],
  ...['Haddad', 'Nilsen', 'Raman', 'Duarte', 'Wolska', 'Abbott', 'Bakker', 'Castro', 'Dubois', 'Eriksen', 'Fabre'],
  ...['Gruber', 'Horvat', 'Ivanova', 'Jensen', 'Kovacs', 'Laine', 'Marin', 'Nagy', 'Olsen', 'Petrov', 'Quinn'],
  ...['Ricci', 'Santos', 'Toth', 'Ueda', 'Vidal', 'Weber', 'Ximenes', 'Yilmaz', 'Zeman', 'Amari', 'Blanc', 'Conti'],
  ...['Dias', 'Egger', 'Farkas'],
];
const DOMAINS = ['example.com', 'example.org', 'example.net'];
/** Numbers that are reserved for fiction. */
const PHONE_PREFIX = '+1 202 555 01';
const PHONE_SHARE = 0.35;
const MARKETING_SHARE = 0.7;
/** How many days back they go: the dashboard shows as many at first, so that its subscribes are people on the page Contacts. */
export const DAYS_WITH_CONTACTS = 30;
/** No two contacts of a website have the same name, and so none the same address. */
const CONTACTS_MAX = FIRST_NAMES.length * LAST_NAMES.length;

interface DemoContact {
  readonly createdAt: Date;
  /** What a form would send. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface Subscriber {
  readonly visitor: string;
  readonly at: string;
  readonly elementId: number;
  /** Where the visit came from. */
  readonly source: Readonly<Record<string, unknown>>;
}

const SUBSCRIBE = '{"type":"subscribe",';
const SOURCES = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** Who has subscribed, each once: they become contacts when they do, with the campaign of the form. */
export class DemoSubscribers {
  readonly #byWebsite = new Map<number, Map<string, Subscriber>>();

  /** Takes events as NDJSON. */
  note(lines: string): void {
    for (let start = lines.indexOf(SUBSCRIBE); start >= 0; start = lines.indexOf(SUBSCRIBE, start + 1)) {
      const event = JSON.parse(lines.slice(start, lines.indexOf('\n', start)));
      const { website_id: websiteId, element_id: elementId, visitor, at } = event;
      const known = this.#byWebsite.get(websiteId) ?? new Map<string, Subscriber>();
      this.#byWebsite.set(websiteId, known);
      const source = Object.fromEntries(SOURCES.flatMap((name) => (event[name] ? [[name, event[name]]] : [])));
      if (!(at > (known.get(visitor)?.at ?? at))) known.set(visitor, { visitor, at, elementId, source });
    }
  }

  /** The contacts of a website, the oldest first. The same events give the same contacts. */
  contacts(websiteId: number, today: number): DemoContact[] {
    const random = new Random(websiteId);
    const sources = sourcesOf(websiteId, today);
    const subscribers = [...(this.#byWebsite.get(websiteId)?.values() ?? [])].sort((a, b) =>
      a.at === b.at ? (a.visitor < b.visitor ? -1 : 1) : a.at < b.at ? -1 : 1,
    );
    return subscribers.slice(-CONTACTS_MAX).map(({ visitor, at, elementId, source }, index) => ({
      createdAt: new Date(at),
      body: { ...bodyOf(index, random), ...source, data: { source: sources.get(elementId) }, visitor_token: visitor },
    }));
  }
}

/** What contacts from the forms of campaigns have, by the element that is the form. */
function sourcesOf(websiteId: number, today: number) {
  const websites = demoCatalog(today).accounts.flatMap((account) => account.websites);
  const campaigns = websites.find(({ id }) => id === websiteId)?.campaigns ?? [];
  return new Map(
    campaigns.flatMap(({ id, name, variants }) =>
      variants.flatMap(({ steps }) =>
        steps.flatMap(({ elements }) => elements.map((element) => [element.id, { campaign_id: id, campaign: name }])),
      ),
    ) as [number, { campaign_id: number; campaign: string }][],
  );
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
  };
}
