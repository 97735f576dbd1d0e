// The collector, killed again and again while it is being sent events: what it has acknowledged is counted, once; what it
// has not can be sent again, by the same Idempotency-Key or with the same event ids, and is then counted once.
// FAULT_ROUNDS (see fault-rounds.ts) says how often it is killed on each engine.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/database/database.ts';
import { Random } from '../../src/demo/random.ts';
import { createIngestKey, type IngestKey } from '../../src/ingestion/ingest-keys.ts';
import { isoOfDay } from '../../src/rollups/calendar.ts';
import { ENGINES } from '../support/databases.ts';
import { type ModelEvent, ReferenceModel } from '../support/reference-model.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { storedTotals } from '../support/stored-days.ts';
import { expectCounted } from './expect-counted.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { FunnelProcess, runFunnel } from './funnel-process.ts';
import { pick, randomEvent } from './traffic.ts';

const CONNECTIONS = 8;
const ANSWERS_PER_ROUND_MAX = 150;
const KILL_DELAY_MS_MAX = 30;
const REPEATS = 40;
const SERVE = ['serve', '--only', 'collect'];

interface Answer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly unknown[];
}

interface Sent {
  readonly websiteId: number;
  readonly idempotencyKey?: string;
  readonly events: readonly ModelEvent[];
  /** Has neither a key nor ids, so it is not sent again. It has a day of its own, to see whether it was counted. */
  readonly plainDay?: number;
  answer?: Answer;
}

/** Where plain requests go, so that all other numbers are certain. */
const PLAIN_WEBSITE_ID = 3;

describe.each(ENGINES)('on %s', (engine) => {
  let database: FaultDatabase;
  const keys = new Map<number, string>();

  beforeAll(async () => {
    database = await createFaultDatabase(engine);
    await database.look((opened) => importCatalog(opened, SAMPLE_CATALOG, systemClock));
    const { key } = await runFunnel<IngestKey>(['ingest-key', 'create', '--website', '1'], database.url);
    keys.set(1, key);
    const plain = await database.look((opened) => createIngestKey(opened, PLAIN_WEBSITE_ID, systemClock));
    keys.set(PLAIN_WEBSITE_ID, plain!.key);
  });

  afterAll(() => database.dispose());

  test('what was acknowledged is counted, and what is sent again is not counted again', {
    timeout: FAULT_TEST_MS_MAX,
  }, async () => {
    const random = new Random(3);
    const all: Sent[] = [];
    for (let round = 0; round < FAULT_ROUNDS; round++) await killCollector(database.url, keys, random, all);

    await using server = new FunnelProcess(SERVE, database.url);
    const post = poster(await server.address(), keys);
    await Promise.all(toSendAgain(all).map(post));
    for (const sent of Array.from({ length: REPEATS }, () => pick(random, all))) await expectRepeat(post, sent);
    await server.stop();

    await database.look(async (opened) => {
      const model = new ReferenceModel(SAMPLE_CATALOG);
      for (const sent of all) {
        if (await wasCounted(opened, sent)) for (const event of sent.events) model.add(event, 0);
      }
      await expectCounted(opened, model);
    });
  });
});

/** One event or several; with a key, with an id in each event, or plain. */
function randomRequest(random: Random, number: number): Sent {
  const count = random.chance(0.5) ? 1 : random.between(2, 30);
  const events = (withId: boolean) =>
    Array.from({ length: count }, (_, index) => randomEvent(random, number * 100 + index, withId));
  if (random.chance(0.2)) {
    const at = `${isoOfDay(number)}T12:00:00Z`;
    const plain = events(false).map(({ visitor }) => ({ type: 'view' as const, visitor: visitor!, at }));
    const websiteId = PLAIN_WEBSITE_ID;
    return { websiteId, plainDay: number, events: plain.map((event) => ({ ...event, website_id: websiteId })) };
  }
  if (random.chance(0.5)) return { websiteId: 1, idempotencyKey: `request-${number}`, events: events(false) };
  return { websiteId: 1, events: events(true) };
}

function toSendAgain(all: readonly Sent[]): Sent[] {
  return all.filter(({ answer, plainDay }) => answer === undefined && plainDay === undefined);
}

class UnexpectedAnswerError extends Error {}

/** Rejects where no whole answer came back. */
function poster(address: string, keys: ReadonlyMap<number, string>): (sent: Sent) => Promise<Answer> {
  return async (sent) => {
    const { websiteId, idempotencyKey, events } = sent;
    const response = await fetch(`${address}/collect/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.get(websiteId)}`,
        'content-type': 'application/x-ndjson',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    });
    const text = await response.text();
    if (response.status !== 200) throw new UnexpectedAnswerError(`${response.status}: ${text}`);
    const answer = JSON.parse(text) as Answer;
    if (answer.accepted + answer.duplicates !== events.length) throw new UnexpectedAnswerError(text);
    sent.answer ??= answer;
    return answer;
  };
}

/** Sends again what has had no answer, then new events, and kills it at a random moment. */
async function killCollector(
  url: string,
  keys: ReadonlyMap<number, string>,
  random: Random,
  all: Sent[],
): Promise<void> {
  const again = toSendAgain(all);
  const enough = random.between(1, ANSWERS_PER_ROUND_MAX);
  const delayMs = random.next() * KILL_DELAY_MS_MAX;
  await using server = new FunnelProcess(SERVE, url);
  const post = poster(await server.address(), keys);
  let answers = 0;
  let killed: Promise<void> | undefined;
  const next = () => {
    const sent = again.shift() ?? randomRequest(random, all.length);
    if (!all.includes(sent)) all.push(sent);
    return sent;
  };
  const connection = async (): Promise<void> => {
    for (;;) {
      try {
        await post(next());
      } catch (error) {
        if (killed && !(error instanceof UnexpectedAnswerError)) return;
        throw error;
      }
      answers++;
      if (answers === enough) killed = delay(delayMs).then(() => server.kill());
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  await killed;
}

async function expectRepeat(post: (sent: Sent) => Promise<Answer>, sent: Sent): Promise<void> {
  if (sent.plainDay !== undefined) return;
  const first = sent.answer;
  const repeated = { accepted: 0, duplicates: sent.events.length, rejected: [] };
  expect(await post(sent)).toEqual(sent.idempotencyKey === undefined ? repeated : first);
}

/** A plain request without an answer may have been counted or not, but as a whole. */
async function wasCounted(database: Database, { websiteId, plainDay, events, answer }: Sent): Promise<boolean> {
  if (plainDay === undefined) return true;
  const window = { firstDay: plainDay, lastDay: plainDay };
  const { views } = await storedTotals(database, { websiteId, kind: 'website', id: websiteId }, window);
  if (answer || views !== 0) expect(views).toBe(events.length);
  return views > 0;
}
