// Sends thousands of requests to the running service, generated from its OpenAPI file, valid and invalid.
// It must never fail, and every response must be described in the file.
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_LINE, SCOPES, type Scope } from '../../src/core/contract/access/principal.ts';
import type { Engine } from '../../src/core/foundation/database/database.ts';
import { ContactStore } from '../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../src/core/manage/contacts/read-changes.ts';
import { ANNOTATIONS } from '../../src/core/manage/resources/annotation-operations.ts';
import { GOALS } from '../../src/core/manage/resources/goal-operations.ts';
import { SavedRecords } from '../../src/core/manage/resources/saved-records.ts';
import { VIEWS } from '../../src/core/manage/resources/saved-view-operations.ts';
import { UPLOAD_LIMITS } from '../../src/extensions/history/files/read-history-file.ts';
import { HistoryImports } from '../../src/extensions/history/history-imports.ts';
import { FUNNELS } from '../../src/extensions/questions/saved-funnel-operations.ts';
import { ShareLinks } from '../../src/extensions/sharing/share-links.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { eventWith, orderWith } from '../support/events.ts';
import { IS_LONG } from '../support/long.ts';
import {
  goodHistory,
  type MadeUpRequest,
  madeUpRequests,
  type OpenApiFile,
  sureRequests,
} from '../support/openapi-requests.ts';
import { restoreOf } from '../support/restore.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { TestService } from '../support/test-service.ts';
import { writeSnapshot } from '../support/write-snapshot.ts';

const FILE: OpenApiFile & object = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
);
/** The rules for requests are the same on each engine. */
const REQUESTS_PER_OPERATION: Readonly<Record<Engine, number>> = IS_LONG
  ? { sqlite: 250, postgres: 35 }
  : { sqlite: 8, postgres: 5 };
const SEED = 20_250_310;
const AT_ONCE = 12;
/** Much longer than it takes, for a busy machine. */
const TIMEOUT_MS = 300_000;
/** Rejected by the HTTP server before it knows the operation. */
const BEFORE_ROUTING = [400, 404, 414, 431];

/** Most are refused, because something in them is wrong. */
const USEFUL_SHARE = 0.05;
/** Ids of the sample catalog, by path. */
const PATH_IDS = {
  '/api/v1/reports/campaigns/{id}': 10,
  '/api/v1/reports/campaigns/{id}/orders': 10,
  '/api/v1/reports/campaigns/{id}/products': 10,
  '/api/v1/reports/campaigns/{id}/experiment': 10,
  '/api/v1/reports/variants/{id}': 100,
  '/api/v1/reports/steps/{id}': 1000,
  '/api/v1/reports/elements/{id}': 10000,
  '/api/v1/catalog/areas/{id}': 5,
  '/api/v1/catalog/campaigns/{id}': 10,
  '/api/v1/catalog/campaigns/{id}/seen': 10,
  '/api/v1/catalog/campaigns/{id}/variants': 10,
  '/api/v1/catalog/variants/{id}': 100,
  '/api/v1/catalog/variants/{id}/steps': 100,
  '/api/v1/catalog/steps/{id}': 1000,
  '/api/v1/catalog/steps/{id}/elements': 1000,
  '/api/v1/catalog/elements/{id}': 10000,
};
const FUNNEL = { name: 'Saved', step: ['view', 'order'], within_minutes: 60, break_down_by: null };
const ANNOTATION = { name: 'New popup', date: '2025-02-01' };
const GOAL = { name: 'Orders', metric: 'orders', target: 100, campaign_id: null } as const;
const VIEW = { name: 'This week', path: '/websites/1?timeframe=this_week' };
const HISTORY = {
  tool: 'umami',
  fileName: 'days.json',
  limits: UPLOAD_LIMITS,
  bytes: new Blob([goodHistory('2019-01-01')]),
} as const;
const SHARE_LINK = {
  ...{ name: 'For Bob', path: '/websites/1', locked: false, password: undefined, origins: [], expiresAt: undefined },
};

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

describe.each(ANY_ENGINE)('generated requests on %s', (engine) => {
  let service: TestService;
  let restore: () => Promise<void>;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  beforeAll(async () => {
    const catalog = structuredClone(SAMPLE_CATALOG);
    Object.assign(catalog.accounts[0]!.websites[0]!, { event_log: true });
    service = await TestService.start(engine, {
      catalog,
      events: [
        eventWith({ element_id: 10000 }),
        eventWith({ step_id: 1000, at: '2025-02-01T00:00:00Z' }),
        eventWith({ type: 'conversion', step_id: 1000 }),
        orderWith({ element_id: 10001, order_id: 'o-1', products: [{ value: 'sku', revenue: 10 }] }),
      ],
    });
    await writeSnapshot(service, 1, '2025-03-03');
    restore = await restoreOf(service.database);
  });
  afterAll(async () => {
    agent.destroy();
    await service.dispose();
  });

  beforeEach(() => restore());

  it('succeed, and are refused for each reason, as the OpenAPI file promises', async () => {
    const good = `Bearer ${await service.token([1], { scopes: [...SCOPES] })}`;
    const others = new Map<Scope, string>();
    for (const scope of SCOPES) {
      const scopes = SCOPES.filter((one) => one !== scope);
      others.set(scope, `Bearer ${await service.token([1], { scopes })}`);
    }
    const without = (scope: Scope) => others.get(scope)!;
    const requests = sureRequests(FILE, await pathIds(), { good, without });
    const broken: string[] = [];
    for (const request of requests) {
      const answer = await send(request);
      const complaint = PROMISES.complaint(request, answer);
      if (complaint) broken.push(described(complaint, request, answer));
      else if (![answer.status, Math.floor(answer.status / 100)].includes(request.expected)) {
        broken.push(described(`answered ${answer.status} and not ${request.expected}`, request, answer));
      }
    }
    expect(broken.join('\n\n')).toBe('');
  });

  it(
    'are all answered as the OpenAPI file promises, whatever they are',
    async () => {
      const tokens = await Promise.all([
        service.token([1], { scopes: [...SCOPES] }),
        service.token([1], { scopes: [...SCOPES] }),
        service.token([1, 2], { scopes: [...SCOPES] }),
        service.token([2], { scopes: ['ctas:write'] }),
        service.token([1], { scopes: ['ctas:read'] }),
      ]);
      const known = {
        authorizations: tokens.map((token) => `Bearer ${token}`),
        ids: [1, 2, 3, 10, 100, 1000, 10000, 10001, 20, 999],
        pathIds: await pathIds(),
      };
      const requests = madeUpRequests(FILE, known, REQUESTS_PER_OPERATION[engine], SEED);
      let successes = 0;
      const broken: string[] = [];
      await inParallel(requests, async (request) => {
        const answer = await send(request);
        if (answer.status < 300) successes++;
        const complaint = PROMISES.complaint(request, answer);
        if (complaint) broken.push(described(complaint, request, answer));
      });
      expect(broken.slice(0, 5).join('\n\n')).toBe('');
      expect(successes).toBeGreaterThan(requests.length * USEFUL_SHARE);
    },
    TIMEOUT_MS,
  );

  async function pathIds(): Promise<Record<string, number>> {
    const saved = new SavedRecords(service.database, service.clock.now);
    const funnel = await saved.create(FUNNELS, 1, FUNNEL, COMMAND_LINE);
    const annotation = await saved.create(ANNOTATIONS, 1, ANNOTATION, COMMAND_LINE);
    const goal = await saved.create(GOALS, 1, GOAL, COMMAND_LINE);
    const view = await saved.create(VIEWS, 1, VIEW, COMMAND_LINE);
    const sharing = new ShareLinks({ ...service.config, database: service.database, clock: service.clock.now });
    const link = await sharing.create(1, SHARE_LINK, COMMAND_LINE);
    const contacts = new ContactStore(service.database, service.clock.now);
    const { contact } = await contacts.upsert(1, readChanges({ email: 'known@example.com' }));
    const { contact: read } = await contacts.upsert(1, readChanges({ email: 'read@example.com' }));
    const { contact: forgotten } = await contacts.upsert(1, readChanges({ email: 'forgotten@example.com' }));
    // What a form says about a contact that exists waits, so the first one creates it.
    for (const phone of ['+49 30 100000', '+49 30 100001', '+49 30 100002']) {
      await contacts.addFromForm(1, readChanges({ email: 'waiting@example.com', phone }), Number.MAX_SAFE_INTEGER);
    }
    const { unconfirmed } = await contacts.unconfirmed(1);
    const { id: importId } = await new HistoryImports(service.database, service.clock.now).add(
      1,
      HISTORY,
      COMMAND_LINE,
    );
    return {
      ...PATH_IDS,
      '/api/v1/history-imports/{id}': importId,
      '/api/v1/contacts/{id}': contact.id,
      '/api/v1/contacts/{id}/forget': forgotten.id,
      '/api/v1/contacts/{id}/data': read.id,
      '/api/v1/contacts/{id}/story': read.id,
      '/api/v1/contacts/unconfirmed/{id}': unconfirmed[0]!.id,
      '/api/v1/contacts/unconfirmed/{id}/accept': unconfirmed[1]!.id,
      '/api/v1/funnels/{id}': funnel.id,
      '/api/v1/annotations/{id}': annotation.id,
      '/api/v1/goals/{id}': goal.id,
      '/api/v1/views/{id}': view.id,
      '/api/v1/share-links/{id}': link.id,
    };
  }

  function send({ method, path, headers, body }: MadeUpRequest): Promise<Answer> {
    const { hostname, port } = new URL(service.url);
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({ hostname, port, method, path, headers, agent }, (incoming) => {
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          resolve({ status: incoming.statusCode!, type: incoming.headers['content-type'] ?? '', text });
        });
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
});

function described(complaint: string, request: MadeUpRequest, { text }: Answer): string {
  return `${complaint}\n${JSON.stringify(request).slice(0, 2_000)}\n${text.slice(0, 500)}`;
}

/** The responses of an operation in the file. */
class Promises {
  readonly #file: OpenApiFile;
  // Each validator is used a few times: to optimize it would take longer than it saves.
  readonly #ajv = new Ajv2020.default({ strict: false, code: { optimize: IS_LONG } });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(file: OpenApiFile & object) {
    this.#file = file;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(file, 'openapi');
  }

  complaint({ template, method }: MadeUpRequest, { status, type, text }: Answer): string | undefined {
    if (status >= 500) return `answered ${status}`;
    const { responses } = this.#file.paths[template]![method.toLowerCase()]!;
    if (!(status in responses) && !BEFORE_ROUTING.includes(status)) return `answered ${status}, which is not promised`;
    if (status === 204 || status === 304) return text === '' ? undefined : `a ${status} with a body`;
    if (status === 200 && type.startsWith('text/csv')) {
      return JSON.stringify(responses[200]).includes('"text/csv"') ? undefined : 'a file that is not promised';
    }
    const mediaType = status < 400 ? 'application/json' : 'application/problem+json';
    if (!type.startsWith(mediaType)) return `answered ${type}`;
    const key = status in responses ? status : 'default';
    const place = `/paths/${pointer(template)}/${method.toLowerCase()}/responses/${key}`;
    const validate = this.#validator(place, mediaType);
    return validate(JSON.parse(text)) ? undefined : `${status}: ${this.#ajv.errorsText(validate.errors)}`;
  }

  #validator(place: string, mediaType: string): ValidateFunction {
    const target = this.#resolved(place);
    const address = `openapi#${target}/content/${pointer(mediaType)}/schema`;
    const validator = this.#validators.get(address) ?? this.#ajv.compile({ $ref: address });
    this.#validators.set(address, validator);
    return validator;
  }

  /** A response may be a reference. */
  #resolved(place: string): string {
    const keys = place
      .slice(1)
      .split('/')
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/'));
    const answer = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], this.#file);
    const { $ref } = answer as { $ref?: string };
    return $ref ? $ref.slice(1) : place;
  }
}

function pointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Compiling the schemas takes longer than thousands of requests. */
const PROMISES = new Promises(FILE);
