// Everything that clients do with the service, all at once, until it breaks or is told to stop: events come in, contacts
// change, tokens are made, refreshed and revoked, reports are read. What is acknowledged goes into the ledger.
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import type { Authorizations, Chain } from './authorizations.ts';
import { type CollectorAnswer, requestOf } from './collector-traffic.ts';
import { type FaultClient, NoAnswerError, RefusedError, UnexpectedAnswerError } from './fault-client.ts';
import type { Access } from './fault-service.ts';
import type { ContactState, Ledger, TokenEntry } from './ledger.ts';
import { pick } from './traffic.ts';

const COLLECTORS = 4;
const CONTACT_WRITERS = 2;
const EMAILS_PER_WRITER = 12;
const REFUSED_PAUSE_MS = 20;
const JSON_TYPE = { 'content-type': 'application/json' };

interface LoadOptions {
  readonly ledger: Ledger;
  readonly client: FaultClient;
  readonly access: Access;
  readonly authorizations: Authorizations;
  readonly random: Random;
}

/** One request and what is noted of it. Throws what the client throws. */
type Step = () => Promise<void>;

export class MixedLoad {
  readonly #steps: readonly Step[];
  readonly #counts = { answers: 0, refusals: 0 };
  readonly #waiting: { readonly what: 'answers' | 'refusals'; readonly count: number; resolve(): void }[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #isStopping = false;
  /** What may happen to a request beside a good answer. While nothing is broken, nothing may. */
  tolerates: 'nothing' | 'refusals' | 'broken connections' = 'nothing';

  constructor(options: LoadOptions) {
    const apart = (): LoadOptions => ({ ...options, random: new Random(options.random.between(0, 2 ** 31)) });
    this.#steps = [
      ...Array.from({ length: COLLECTORS }, () => collecting(apart())),
      ...Array.from({ length: CONTACT_WRITERS }, (_, writer) => changingContacts(apart(), writer)),
      makingTokens(apart()),
      refreshingTokens(apart()),
      readingReports(apart()),
    ];
  }

  start(): void {
    this.#running = Promise.all(this.#steps.map((step) => this.#repeat(step)));
    // Whoever waits for it is told; until then it must not count as unhandled.
    this.#running.catch(() => {});
  }

  /** Until that many more requests were answered well, or were refused. */
  async until(what: 'answers' | 'refusals', more: number): Promise<void> {
    const count = this.#counts[what] + more;
    const enough = new Promise<void>((resolve) => this.#waiting.push({ what, count, resolve }));
    await Promise.race([enough, this.#running.then(() => Promise.reject(new Error('the load has ended')))]);
  }

  /** Lets every request under way be answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #repeat(step: Step): Promise<void> {
    while (!this.#isStopping) {
      try {
        await step();
        this.#count('answers');
      } catch (error) {
        if (error instanceof NoAnswerError && this.tolerates === 'broken connections') return;
        if (!(error instanceof RefusedError && this.tolerates === 'refusals')) {
          this.#isStopping = true;
          throw error;
        }
        this.#count('refusals');
        await delay(REFUSED_PAUSE_MS);
      }
    }
  }

  #count(what: 'answers' | 'refusals'): void {
    const reached = ++this.#counts[what];
    for (const waiting of this.#waiting) if (waiting.what === what && waiting.count <= reached) waiting.resolve();
  }
}

function collecting({ ledger, client, access, random }: LoadOptions): Step {
  return async () => {
    const batch = ledger.nextBatch(random);
    try {
      const request = requestOf(batch, access.ingestKeys.get(batch.websiteId)!);
      const answer = (await client.send('/collect/events', request, [200])).body as CollectorAnswer;
      if (answer.accepted + answer.duplicates !== batch.events.length) {
        throw new UnexpectedAnswerError(JSON.stringify(answer));
      }
      ledger.answered(batch, answer);
    } catch (error) {
      ledger.notAnswered(batch, !isUncertain(error));
      throw error;
    }
  };
}

/** Its contacts are its own, so it knows what it will find. */
function changingContacts({ ledger, client, access, random }: LoadOptions, writer: number): Step {
  const emails = Array.from({ length: EMAILS_PER_WRITER }, (_, index) => `person-${index}@writer-${writer}.example`);
  return async () => {
    const email = pick(random, emails);
    const entry = ledger.contact(email);
    const isUnsure = entry.maybe.length > 0;
    const next: ContactState = entry.state !== undefined && random.chance(0.3) ? undefined : random.between(1, 2 ** 31);
    const usual = entry.state === undefined ? 201 : 200;
    const statuses = next === undefined ? [200, ...(isUnsure ? [404] : [])] : isUnsure ? [200, 201] : [usual];
    try {
      await client.send(...contactRequest(email, next, access.token), statuses);
      entry.state = next;
      entry.maybe.length = 0;
      ledger.acknowledged.contacts++;
    } catch (error) {
      if (isUncertain(error)) entry.maybe.push(next);
      throw error;
    }
  };
}

/** Every field carries the number: so it shows if only a part of them was written. */
function contactRequest(email: string, number: ContactState, token: string): [string, RequestInit] {
  const authorization = `Bearer ${token}`;
  if (number === undefined) {
    return [`/api/v1/contacts?email=${encodeURIComponent(email)}`, { method: 'DELETE', headers: { authorization } }];
  }
  const body = JSON.stringify({ email, first_name: `first ${number}`, last_name: `last ${number}`, number });
  return ['/api/v1/contacts', { method: 'POST', headers: { authorization, ...JSON_TYPE }, body }];
}

function makingTokens({ ledger, client, authorizations, random }: LoadOptions): Step {
  const made: { readonly id: number; readonly entry: TokenEntry }[] = [];
  const authorization = `Bearer ${authorizations.dashboardToken}`;
  const revoke = async (): Promise<void> => {
    const { id, entry } = made.splice(random.between(0, made.length - 1), 1)[0]!;
    await revoking(ledger, [entry], () =>
      client.send(`/oauth/tokens/${id}`, { method: 'DELETE', headers: { authorization } }, [204]),
    );
  };
  return async () => {
    if (made.length > 0 && random.chance(0.4)) return revoke();
    const body = JSON.stringify({ name: 'Load', audience: 'rest', scopes: ['reports'], website_ids: [1] });
    const init = { method: 'POST', headers: { authorization, ...JSON_TYPE }, body };
    const created = (await client.send('/oauth/tokens', init, [201])).body as { id: number; token: string };
    made.push({ id: created.id, entry: ledger.issued(created.token) });
  };
}

/** A refresh without an answer may have used up the refresh token; what was issued before stays good. */
function refreshingTokens({ ledger, client, authorizations, random }: LoadOptions): Step {
  const post = (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: authorizations.clientId, ...fields });
    return client.send(path, { method: 'POST', body }, [200]);
  };
  const refresh = async (chain: Chain): Promise<void> => {
    const fields = { grant_type: 'refresh_token', refresh_token: chain.refreshToken };
    const tokens = (await post('/oauth/token', fields)).body as { access_token: string; refresh_token: string };
    chain.accessTokens.push(ledger.issued(tokens.access_token));
    chain.refreshToken = tokens.refresh_token;
    authorizations.chains.push(chain);
  };
  const revoke = (chain: Chain) =>
    revoking(ledger, chain.accessTokens, () => post('/oauth/revoke', { token: chain.refreshToken })).catch((error) => {
      authorizations.chains.push({ ...chain, isEnding: true });
      throw error;
    });
  return async () => {
    const chain = authorizations.chains.shift();
    if (!chain) return delay(REFUSED_PAUSE_MS);
    if (chain.isEnding || (chain.accessTokens.length > 2 && random.chance(0.3))) await revoke(chain);
    else await refresh(chain);
  };
}

async function revoking(ledger: Ledger, entries: readonly TokenEntry[], send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
    for (const entry of entries) ledger.revoked(entry);
  } catch (error) {
    if (isUncertain(error)) for (const entry of entries) entry.state = 'unsure';
    throw error;
  }
}

/** Whatever was acknowledged before a report was asked for is in it, and nothing that was never sent. */
function readingReports({ ledger, client, access }: LoadOptions): Step {
  const query = 'timeframe=custom&range_start=2025-01-01&range_end=2025-04-30&count_type=total';
  return async () => {
    const { least } = ledger.conversions;
    const { body } = await client.get(`/api/v1/reports/website?${query}`, access.token);
    const { conversions } = (body as { data: { metrics: { conversions: number } } }).data.metrics;
    if (conversions < least || conversions > ledger.conversions.most) {
      const bounds = `${least} to ${ledger.conversions.most}`;
      throw new UnexpectedAnswerError(`${conversions} conversions where ${bounds} were possible`);
    }
    ledger.acknowledged.reports++;
  };
}

function isUncertain(error: unknown): boolean {
  return !(error instanceof RefusedError) || error.isUncertain;
}
