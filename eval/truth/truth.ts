// The demo account as plain events, for the questions to count.
import { monthFromIso } from '../../src/core/engine/rollups/calendar.ts';
import { REVENUE_SCALE } from '../../src/core/engine/rollups/metric.ts';
import { demoCatalog } from '../../src/extensions/demo/catalog.ts';
import { DAYS_WITH_CONTACTS, DemoSubscribers } from '../../src/extensions/demo/contacts.ts';
import { DEMO_DAYS, demoEventChunks } from '../../src/extensions/demo/events.ts';
import { demoRecords } from '../../src/extensions/demo/saved-records.ts';
import { type PlainCampaign, type PlainEvent, PlainEvents, type PlainWebsite } from './plain-events.ts';
import { Calendar, type Window } from './windows.ts';

const DAY_MS = 86_400_000;

/** One website of the demo. */
export class Shop {
  readonly days: Calendar;
  readonly website: PlainWebsite;
  readonly nowMs: number;
  readonly #events: PlainEvents;
  readonly #contacts: readonly { readonly day: string; readonly campaignId: number | undefined }[];

  constructor(website: PlainWebsite, events: PlainEvents, subscribers: DemoSubscribers, builtAtMs: number) {
    this.website = website;
    this.nowMs = builtAtMs;
    this.#events = events;
    this.days = new Calendar(events.dayAt(website.id, builtAtMs));
    const contacts = subscribers.contacts(website.id, Math.floor(builtAtMs / DAY_MS));
    this.#contacts = contacts.map(({ createdAt, body }) => {
      const data = body.data as { source: { campaign_id: number } } | undefined;
      return { day: events.dayAt(website.id, createdAt.getTime()), campaignId: data?.source.campaign_id };
    });
  }

  get firstDay(): string {
    return this.#events.firstDay(this.website.id);
  }

  get everything(): Window {
    return { from: this.firstDay, to: this.days.today };
  }

  get campaigns(): readonly PlainCampaign[] {
    return this.website.campaigns;
  }

  get campaignNames(): string[] {
    return this.campaigns.map(({ name }) => name);
  }

  all(window: Window): PlainEvent[] {
    return this.#events.counted({ website: this.website.id }, window);
  }

  campaign(name: string, window: Window): PlainEvent[] {
    return this.#events.counted({ website: this.website.id, campaign: this.#campaignNamed(name).id }, window);
  }

  variant(campaign: string, index: number, window: Window): PlainEvent[] {
    const { id } = this.#campaignNamed(campaign).variants[index]!;
    return this.#events.counted({ website: this.website.id, variant: id }, window);
  }

  /** Returns the events of a step by its number, from 1. */
  step(campaign: string, position: number, window: Window, variant = 0): PlainEvent[] {
    const { id } = this.#campaignNamed(campaign).variants[variant]!.steps[position - 1]!;
    return this.#events.counted({ website: this.website.id, step: id }, window);
  }

  /** Events of each campaign, by its name. */
  byCampaign(window: Window, isWanted: (campaign: PlainCampaign) => boolean = () => true): Map<string, PlainEvent[]> {
    return new Map(this.campaigns.filter(isWanted).map(({ name }) => [name, this.campaign(name, window)]));
  }

  visitorType(event: PlainEvent): 'new' | 'returning' {
    return this.#events.visitorType(event);
  }

  contacts({ from, to }: Window, campaign?: string): number {
    const id = campaign && this.#campaignNamed(campaign).id;
    return this.#contacts.filter(({ day, campaignId }) => day >= from && day <= to && (!id || campaignId === id))
      .length;
  }

  /** What a channel cost in the month of this window, in units of the currency. */
  costOf(channel: string, { from }: Window): number {
    const month = monthFromIso(from.slice(0, 'YYYY-MM'.length));
    const { costs } = demoRecords(Math.floor(this.nowMs / DAY_MS)).get(this.website.id)!;
    const found = costs.find((cost) => cost.dimension === 'channel' && cost.value === channel && cost.month === month);
    return found!.amount / REVENUE_SCALE;
  }

  campaignNameOf(id: number | undefined): string {
    return this.campaigns.find((campaign) => campaign.id === id)?.name ?? '(none)';
  }

  #campaignNamed(name: string): PlainCampaign {
    const found = this.campaigns.find((campaign) => campaign.name === name);
    if (!found) throw new Error(`The demo has no campaign ${name}.`);
    return found;
  }
}

export class Truth {
  /** A shop for home goods, in dollars and UTC. */
  readonly home: Shop;
  /** A coffee roaster, in euros and in Berlin. */
  readonly coffee: Shop;

  /** `days`: how many of the last days to count, which takes less time than all. */
  constructor(builtAtMs: number, days = DEMO_DAYS) {
    const today = Math.floor(builtAtMs / DAY_MS);
    const catalog = demoCatalog(today);
    const subscribers = new DemoSubscribers();
    function* chunks() {
      let number = 0;
      for (const chunk of demoEventChunks(today, builtAtMs, days)) {
        if (number++ >= days - DAYS_WITH_CONTACTS) subscribers.note(chunk);
        yield chunk;
      }
    }
    const events = new PlainEvents(catalog, chunks());
    const [home, coffee] = catalog.accounts[0]!.websites.map(
      (website) => new Shop(website, events, subscribers, builtAtMs),
    );
    this.home = home!;
    this.coffee = coffee!;
  }

  get both(): readonly Shop[] {
    return [this.home, this.coffee];
  }
}
