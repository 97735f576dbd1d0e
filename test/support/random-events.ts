// Seeded random events: all types, at every depth, around the ends of months and leap days,
// some of them duplicates, some invalid.
import { Random } from '../../src/core/foundation/statistics/random.ts';
import type { SentEvent } from './events.ts';
import type { ModelCatalog, ModelEvent } from './reference-model.ts';
import { HOUR_MS } from './test-clock.ts';

export interface StreamOptions {
  readonly seed: number;
  readonly visitors: number;
  /** Days that events happen on, as YYYY-MM-DD. */
  readonly dates: readonly string[];
  /** How many of the events are page views. Default: none. */
  readonly pageViews?: number;
}

/** `rejection` is the expected rejection code; undefined: the event is valid. */
export type RandomEvent =
  | { readonly event: ModelEvent; readonly rejection?: undefined }
  | { readonly event: SentEvent; readonly rejection: string };

interface Path {
  readonly website_id: number;
  readonly campaign_id?: number;
  readonly variant_id?: number;
  readonly step_id?: number;
  readonly element_id?: number;
}

const METRIC_TYPES = ['view', 'view', 'view', 'conversion', 'completion', 'submission', 'subscribe'] as const;
const ANSWERS = ['red', 'green', 'null', '__proto__', 'constructor', '日本語', "it's 100 %", null, 7, true] as const;
const FIELDS = ['color', 'constructor', '__proto__', 'E-Mail'] as const;
const OFFSETS = ['Z', '+05:30', '-08:00'] as const;

export class RandomStream {
  readonly #random: Random;
  readonly #paths: readonly Path[];
  readonly #elements: readonly Path[];
  readonly #options: StreamOptions;

  constructor(catalog: ModelCatalog, options: StreamOptions) {
    this.#random = new Random(options.seed);
    this.#paths = pathsOf(catalog);
    this.#elements = this.#paths.filter(({ element_id }) => element_id !== undefined);
    this.#options = options;
  }

  next(): RandomEvent {
    if (this.#options.pageViews && this.#random.chance(this.#options.pageViews)) return { event: this.#pageView() };
    const event = this.#validEvent();
    return this.#random.chance(0.05) ? this.#spoiled(event) : { event };
  }

  between(low: number, high: number): number {
    return this.#random.between(low, high);
  }

  chance(probability: number): boolean {
    return this.#random.chance(probability);
  }

  #validEvent(): ModelEvent {
    const roll = this.#random.next();
    if (roll < 0.15) return this.#order();
    if (roll < 0.3) return this.#selection();
    return { ...this.#frame(this.#subject(this.#paths)), type: this.#pick(METRIC_TYPES), visitor: this.#visitor() };
  }

  #order(): ModelEvent {
    const path = this.#subject(this.#paths);
    const products = Array.from({ length: this.#random.between(0, 3) }, () => ({
      value: this.#pick(['sku-1', 'sku-2', null]),
      revenue: this.#revenue(),
    }));
    return {
      ...this.#frame(path),
      type: 'order',
      revenue: this.#revenue(),
      ...(this.#random.chance(0.7) && { visitor: this.#visitor() }),
      ...(this.#random.chance(0.6) && { order_id: `order-${this.#random.between(1, 400)}` }),
      ...(path.element_id !== undefined && products.length > 0 && { products }),
    };
  }

  #selection(): ModelEvent {
    const answer = this.#pick(ANSWERS);
    const chosen = this.#random.chance(0.5) ? { product: answer } : { field: this.#pick(FIELDS), value: answer };
    return { ...this.#frame(this.#subject(this.#elements)), type: 'selection', visitor: this.#visitor(), ...chosen };
  }

  /** It has no id: one of a website that keeps no events is not remembered. */
  #pageView(): ModelEvent {
    const { website_id } = this.#pick(this.#paths);
    const { id: _, ...frame } = this.#frame({ website_id });
    return { ...frame, type: 'page_view', visitor: this.#visitor() };
  }

  /** The fields of every event: subject, time and id. */
  #frame(path: Path): Omit<ModelEvent, 'type'> {
    return {
      ...path,
      ...(this.#random.chance(0.95) && { at: this.#at() }),
      ...(this.#random.chance(0.3) && { id: `event-${this.#random.between(1, 5 * this.#options.visitors)}` }),
    };
  }

  /** The deepest id is enough, so ancestors are optional. */
  #subject(paths: readonly Path[]): Path {
    const path = Object.entries(this.#pick(paths));
    const kept = path.filter(([field], index) => {
      return field === 'website_id' || index === path.length - 1 || this.#random.chance(0.5);
    });
    return Object.fromEntries(kept) as unknown as Path;
  }

  /** Returns a time with an offset, so that the sender's local day often differs from the UTC day. */
  #at(): string {
    const ms = Date.parse(this.#pick(this.#options.dates)) + this.#random.between(0, 24 * HOUR_MS - 1);
    const offset = this.#pick(OFFSETS);
    if (offset === 'Z') return new Date(ms).toISOString();
    const [hours, minutes] = offset.split(':').map(Number);
    const offsetMs = hours! * HOUR_MS + Math.sign(hours!) * minutes! * 60_000;
    return `${new Date(ms + offsetMs).toISOString().slice(0, 19)}${offset}`;
  }

  #visitor(): string {
    return `visitor-${this.#random.between(1, this.#options.visitors)}`;
  }

  #revenue(): number | string {
    const parts = this.#random.between(0, 2_000_000);
    const text = `${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, '0')}`;
    return this.#random.chance(0.5) ? text : Number(text);
  }

  #spoiled(event: ModelEvent): RandomEvent {
    const spoilers: readonly (readonly [string, SentEvent])[] = [
      ['invalid_type', { type: 'click' }],
      ['invalid_website_id', { website_id: 0 }],
      ['unknown_website', { website_id: 999 }],
      ['unknown_campaign', { campaign_id: 999, variant_id: undefined, step_id: undefined, element_id: undefined }],
      ['invalid_at', { at: '2024-02-30T00:00:00Z' }],
      ['at_in_future', { at: '2099-01-01T00:00:00Z' }],
      ['invalid_visitor', { visitor: '' }],
      ['invalid_id', { id: 5 }],
    ];
    const [rejection, fields] = this.#pick(spoilers);
    return { event: { ...event, ...fields }, rejection };
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.between(0, items.length - 1)]!;
  }
}

function pathsOf(catalog: ModelCatalog): Path[] {
  const paths: Path[] = [];
  for (const website of catalog.accounts.flatMap((account) => account.websites ?? [])) {
    const ofWebsite = { website_id: website.id };
    paths.push(ofWebsite);
    for (const campaign of website.campaigns ?? []) {
      const ofCampaign = { ...ofWebsite, campaign_id: campaign.id };
      paths.push(ofCampaign);
      for (const variant of campaign.variants ?? []) {
        const ofVariant = { ...ofCampaign, variant_id: variant.id };
        paths.push(ofVariant);
        for (const step of variant.steps ?? []) {
          const ofStep = { ...ofVariant, step_id: step.id };
          paths.push(ofStep);
          for (const element of step.elements ?? []) paths.push({ ...ofStep, element_id: element.id });
        }
      }
    }
  }
  return paths;
}
