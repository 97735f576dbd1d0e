// Reads the whole demo once and keeps what the tests ask about: problems found, events by day, funnels by variant.
import { demoCatalog } from '../../src/demo/catalog.ts';
import { DEMO_DAYS, demoEventChunks } from '../../src/demo/events.ts';
import { type CatalogIndex, type DemoEvent, eventProblem, indexCatalog, type Place, placeOf } from './event-rules.ts';

const DAY_MS = 86_400_000;

export interface Funnel {
  views: number;
  viewers: Set<string>;
  converters: Set<string>;
}

export interface DemoSummary {
  chunks: number;
  events: number;
  /** The first few events that break a rule, with what is wrong. */
  problems: string[];
  countByType: Map<string, number>;
  /** Events of a website, by day from the first. */
  dailyEvents: Map<number, number[]>;
  /** Events that say something about their visit, by day from the first. */
  describedEvents: number[];
  /** When the last event of each day was, by day from the first. */
  lastAt: string[];
  /** By variant or website, `variant 111` or `website 1`, for the last 30 days. */
  lastMonth: Map<string, Funnel>;
  /** By campaign: views and conversions of its first steps, by day from the first. */
  campaignDays: Map<number, { views: number[]; conversions: number[] }>;
  viewsByStep: Map<number, number>;
  orders: DemoEvent[];
  /** By element, field and value, or by element and product. */
  selections: Map<string, number>;
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Of a demo that is built at `nowMs`, on the day `today`. */
export function summarise(today: number, nowMs: number): DemoSummary {
  const summary = emptySummary();
  const index = indexCatalog(demoCatalog(today));
  for (const chunk of demoEventChunks(today, nowMs)) {
    readChunk(chunk, dateOf(today - DEMO_DAYS + 1 + summary.chunks), index, summary);
    summary.chunks += 1;
  }
  return summary;
}

function emptySummary(): DemoSummary {
  return {
    chunks: 0,
    events: 0,
    problems: [],
    countByType: new Map(),
    dailyEvents: new Map(),
    describedEvents: zeroes(),
    lastAt: new Array<string>(DEMO_DAYS).fill(''),
    lastMonth: new Map(),
    campaignDays: new Map(),
    viewsByStep: new Map(),
    orders: [],
    selections: new Map(),
  };
}

function readChunk(chunk: string, date: string, index: CatalogIndex, summary: DemoSummary): void {
  if (!chunk.endsWith('\n')) summary.problems.push(`${date}: the last line is not ended`);
  for (const line of chunk.slice(0, -1).split('\n')) {
    const event: DemoEvent = JSON.parse(line);
    const problem = eventProblem(event, date, index);
    if (problem !== null && summary.problems.length < 10) summary.problems.push(`${problem}: ${line}`);
    const place = placeOf(event, index);
    if (place !== undefined) count(event, place, index, summary);
  }
}

function count(event: DemoEvent, place: Place, index: CatalogIndex, summary: DemoSummary): void {
  const day = summary.chunks;
  summary.events += 1;
  bump(summary.countByType, event.type);
  entry(summary.dailyEvents, event.website_id, zeroes)[day]! += 1;
  if (event.at > summary.lastAt[day]!) summary.lastAt[day] = event.at;
  if (event.device !== undefined) summary.describedEvents[day]! += 1;
  const inFirstStep = place.step_id !== undefined && index.places.step_id.get(place.step_id)!.first;
  const campaignDays = entry(summary.campaignDays, place.campaign_id, () => ({
    views: zeroes(),
    conversions: zeroes(),
  }));
  if (event.type === 'view' && place.first) campaignDays.views[day]! += 1;
  if (event.type === 'conversion' && inFirstStep) campaignDays.conversions[day]! += 1;
  if (event.type === 'view' && place.element_id === undefined && place.step_id !== undefined)
    bump(summary.viewsByStep, place.step_id);
  if (event.type === 'order') summary.orders.push(event);
  if (event.type === 'selection') {
    bump(summary.selections, `${event.element_id} ${event.field ?? 'product'} ${event.value ?? event.product}`);
  }
  if (day >= DEMO_DAYS - 30) countVisitor(event, place, summary);
}

function countVisitor(event: DemoEvent, place: Place, { lastMonth }: DemoSummary): void {
  for (const subject of [`variant ${place.variant_id}`, `website ${place.website_id}`]) {
    const funnel = entry(lastMonth, subject, () => ({ views: 0, viewers: new Set(), converters: new Set() }));
    if (event.type === 'view' && place.first) {
      funnel.views += 1;
      funnel.viewers.add(event.visitor);
    }
    if (event.type === 'conversion') funnel.converters.add(event.visitor);
  }
}

function zeroes(): number[] {
  return new Array<number>(DEMO_DAYS).fill(0);
}

function bump<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
