// The events of one visit to a campaign: views, actions and perhaps an order.

import type { EvenOdds, Random } from '../../core/foundation/statistics/random.ts';
import { sourceFields, visitorFields } from './audience.ts';
import type { ElementPlan, Product } from './plan.ts';
import { visitorUuid } from './visitors.ts';

/** Visits start early enough that even the slowest one ends on the same day. */
const LATEST_START_SECOND = 82_800;
const FIRST_ELEMENT_SHARE = 0.78;
const SECOND_PRODUCT_SHARE = 0.24;
const UNLISTED_PRODUCT_SHARE = 0.08;
const ORDER_SIGMA = 0.55;

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/** A subject as the events name it: `"website_id":1,"step_id":1111`. */
type Subject = string;

interface StagedElement {
  readonly subject: Subject;
  readonly plan: ElementPlan;
}

export interface StagedStep {
  readonly subject: Subject;
  readonly actRate: number;
  readonly elements: readonly StagedElement[];
}

export interface StagedVariant {
  readonly subject: Subject;
  /** None: it shows nothing. */
  readonly steps: readonly StagedStep[];
  readonly firstAct: EvenOdds;
}

export interface OrderBook {
  readonly prefix: string;
  readonly currency: string;
  readonly medianCents: number;
  nextNumber: number;
  /** The orders of a day. */
  readonly bought: Purchase[];
}

export interface Purchase {
  readonly visitor: number;
  readonly orderId: string;
  readonly cents: number;
}

/** What a visit depends on besides its variant. The same for all visits to a campaign on one day. */
export interface Occasion {
  readonly date: string;
  /** The path of the page that shows the campaign. undefined: the events say nothing about the visit. */
  readonly page: string | undefined;
  readonly random: Random;
  readonly seenRate: number;
  readonly orderRate: number;
  /** The rate of visitors who don't order through the campaign. */
  readonly anywayRate: number;
  /** Factor on the first step's act rate. */
  readonly rateFactor: number;
  readonly orders: OrderBook;
}

/** At lunch, more visitors have time: the hours of the week differ. The mean of all visits is 1. */
const LUNCH = { fromSecond: 12 * 3600, toSecond: 14 * 3600, factor: 1.8, otherwise: 0.86 } as const;

/** The events of a visit as NDJSON, with a clock that advances between them. */
class VisitLog {
  /** The ends are missing: what all events of a visit have in common is known when it is over. */
  readonly #events: string[] = [];
  readonly visitor: number;
  readonly #uuid: string;
  readonly #page: string | undefined;
  readonly #date: string;
  readonly #start: number;
  #second: number;
  #hasConverted = false;

  constructor(visitor: number, { date, page }: Occasion, second: number) {
    this.visitor = visitor;
    this.#uuid = visitorUuid(visitor);
    this.#page = page;
    this.#date = date;
    this.#start = second;
    this.#second = second;
  }

  lines(): string {
    const end = `${this.#visitFields()}}\n`;
    return this.#events.join(end) + end;
  }

  #visitFields(): string {
    if (this.#page === undefined) return '';
    const source = sourceFields(this.visitor, this.#start, this.#hasConverted);
    return `,"page":"${this.#page}",${visitorFields(this.visitor)}${source}`;
  }

  /** Factor on the first step's act rate. */
  get timeFactor(): number {
    return this.#start >= LUNCH.fromSecond && this.#start < LUNCH.toSecond ? LUNCH.factor : LUNCH.otherwise;
  }

  wait(seconds: number): void {
    this.#second += seconds;
  }

  add(type: string, subject: Subject, details = ''): void {
    const at = `${this.#date}T${timeOf(this.#second)}Z`;
    this.#events.push(`{"type":"${type}",${subject},"visitor":"${this.#uuid}","at":"${at}"${details}`);
    this.#hasConverted ||= type === 'conversion';
  }
}

/** The time of a day, such as 09:05:00. */
export function timeOf(second: number): string {
  const hours = TWO_DIGITS[Math.floor(second / 3600)]!;
  return `${hours}:${TWO_DIGITS[Math.floor(second / 60) % 60]!}:${TWO_DIGITS[second % 60]!}`;
}

/** The events of one visit, as NDJSON lines. */
export function visitLines(variant: StagedVariant, visitor: number, occasion: Occasion): string {
  const { random } = occasion;
  const start = Math.floor(((random.next() + random.next()) / 2) * LATEST_START_SECOND);
  const log = new VisitLog(visitor, occasion, start);
  const hasOrdered = takeSteps(variant, occasion, log);
  if (!hasOrdered && occasion.anywayRate > 0 && random.chance(occasion.anywayRate)) {
    log.wait(random.between(90, 1500));
    orderAnything(variant.subject, occasion, log);
  }
  return log.lines();
}

/** Whether the visitor has ordered. */
function takeSteps(variant: StagedVariant, occasion: Occasion, log: VisitLog): boolean {
  const { random } = occasion;
  const lastStep = variant.steps.at(-1);
  if (!lastStep) {
    log.add('view', variant.subject);
    return false;
  }
  let basket: { picker: StagedElement; product: Product } | null = null;
  for (const step of variant.steps) {
    const used = elementUsed(step, variant, occasion, log);
    lookAt(step, used, occasion, log);
    if (used === null) return false;
    log.wait(random.between(4, 50));
    const product = act(used, random, log);
    if (product !== null) basket = { picker: used, product };
    log.wait(random.between(1, 5));
  }

  log.add('completion', lastStep.subject);
  if (!random.chance(occasion.orderRate)) return false;
  log.wait(random.between(90, 1800));
  if (basket === null) orderAnything(lastStep.subject, occasion, log);
  else orderProducts(basket.picker, basket.product, occasion, log);
  return true;
}

function elementUsed(
  step: StagedStep,
  variant: StagedVariant,
  { random, rateFactor }: Occasion,
  { timeFactor }: VisitLog,
): StagedElement | null {
  const isFirst = step === variant.steps[0];
  const acts = isFirst ? variant.firstAct.hit(step.actRate * rateFactor * timeFactor) : random.chance(step.actRate);
  if (!acts) return null;
  const index = random.chance(FIRST_ELEMENT_SHARE) ? 0 : step.elements.length - 1;
  return step.elements[index]!;
}

function lookAt(step: StagedStep, used: StagedElement | null, { random, seenRate }: Occasion, log: VisitLog): void {
  log.add('view', step.subject);
  for (const element of step.elements) {
    if (element === used || random.chance(seenRate)) log.add('view', element.subject);
  }
}

/** Writes the events of using an element. Returns the product if one was picked. */
function act({ subject, plan }: StagedElement, random: Random, log: VisitLog): Product | null {
  for (const field of plan.fields) {
    log.add('selection', subject, `,"field":"${field.name}","value":"${random.popular(field.answers)}"`);
  }
  const product = plan.products.length > 0 ? random.popular(plan.products) : null;
  if (product !== null) log.add('selection', subject, `,"product":"${product.sku}"`);
  log.add('conversion', subject);
  if (plan.type === 'form') log.add('submission', subject);
  if (random.chance(plan.subscribeRate)) log.add('subscribe', subject);
  return product;
}

/** An order without a product picker: only its amount is known. */
function orderAnything(subject: Subject, { random, orders }: Occasion, log: VisitLog): void {
  const cents = Math.round(random.logNormal(orders.medianCents, ORDER_SIGMA));
  log.add('order', subject, orderDetails(orders, log.visitor, cents));
}

function orderProducts(picker: StagedElement, picked: Product, { random, orders }: Occasion, log: VisitLog): void {
  const rows = [{ value: `"${picked.sku}"`, cents: picked.priceCents }];
  if (random.chance(SECOND_PRODUCT_SHARE)) {
    const further = random.popular(picker.plan.products);
    rows.push({ value: `"${further.sku}"`, cents: further.priceCents });
  }
  if (random.chance(UNLISTED_PRODUCT_SHARE)) {
    rows.push({ value: 'null', cents: Math.round(random.logNormal(orders.medianCents / 3, ORDER_SIGMA)) });
  }
  const total = rows.reduce((sum, row) => sum + row.cents, 0);
  const products = rows.map(({ value, cents }) => `{"value":${value},"revenue":${decimal(cents)}}`).join(',');
  log.add('order', picker.subject, `${orderDetails(orders, log.visitor, total)},"products":[${products}]`);
}

function orderDetails(orders: OrderBook, visitor: number, cents: number): string {
  const orderId = `${orders.prefix}-${orders.nextNumber++}`;
  orders.bought.push({ visitor, orderId, cents });
  return orderFields(orders, orderId, cents);
}

export function orderFields({ currency }: Pick<OrderBook, 'currency'>, orderId: string, cents: number): string {
  return `,"order_id":"${orderId}","revenue":${decimal(cents)},"currency":"${currency}"`;
}

function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${TWO_DIGITS[cents % 100]!}`;
}
