// Sends thousands of requests to the running service, generated from its OpenAPI file, valid and invalid.
// It must never fail, and every response must be described in the file.
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_LINE, SCOPES } from '../../src/access/principal.ts';
import { ContactStore } from '../../src/contacts/contact-store.ts';
import { readChanges } from '../../src/contacts/read-changes.ts';
import type { Engine } from '../../src/database/database.ts';
import { SavedFunnels } from '../../src/resources/saved-funnels.ts';
import { ENGINES } from '../support/databases.ts';
import { eventWith, orderWith } from '../support/events.ts';
import { IS_LONG } from '../support/long.ts';
import { type MadeUpRequest, madeUpRequests, type OpenApiFile } from '../support/openapi-requests.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { TestService } from '../support/test-service.ts';
import { writeSnapshot } from '../support/write-snapshot.ts';

const FILE: OpenApiFile & object = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
);
/** Enough for every operation to succeed, and to reject each kind of error. */
const THOROUGH_COUNT = IS_LONG ? 250 : 120;
const REQUESTS_PER_OPERATION: Readonly<Record<Engine, number>> = {
  sqlite: THOROUGH_COUNT,
  postgres: IS_LONG ? 35 : 10,
};
const SEED = 20_250_310;
const AT_ONCE = 12;
/** Much longer than it takes, for a busy machine. */
const TIMEOUT_MS = 300_000;
/** They name all records of a list, and other requests add some meanwhile. */
const LISTS = /^PATCH .*\{id\}\/\w+$/;
/** Rejected by the HTTP server before it knows the operation. */
const BEFORE_ROUTING = [400, 404, 414, 431];

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

describe.each(ENGINES)('generated requests on %s', (engine) => {
  let service: TestService;
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
  });
  afterAll(async () => {
    agent.destroy();
    await service.dispose();
  });

  it(
    'are all answered as the OpenAPI file promises',
    async () => {
      const tokens = await Promise.all([
        service.token([1], { scopes: [...SCOPES] }),
        service.token([1], { scopes: [...SCOPES] }),
        service.token([1, 2], { scopes: [...SCOPES] }),
        service.token([2], { scopes: ['ctas:write'] }),
        service.token([1], { scopes: ['ctas:read'] }),
      ]);
      const funnels = new SavedFunnels(service.database, service.clock.now);
      const funnel = await funnels.create(1, { name: 'Saved', step: [], within_minutes: 60 }, COMMAND_LINE);
      const contacts = new ContactStore(service.database, service.clock.now);
      const { contact } = await contacts.upsert(1, readChanges({ email: 'known@example.com' }));
      const known = {
        authorizations: tokens.map((token) => `Bearer ${token}`),
        ids: [1, 2, 3, 10, 100, 1000, 10000, 10001, 20, 999],
        pathIds: {
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
          '/api/v1/contacts/{id}': contact.id,
          '/api/v1/funnels/{id}': funnel.id,
        },
      };
      const requests = madeUpRequests(FILE, known, REQUESTS_PER_OPERATION[engine], SEED);
      expect(requests.length).toBeGreaterThanOrEqual(
        REQUESTS_PER_OPERATION[engine] * Object.keys(known.pathIds).length,
      );
      const promise = new Promises(FILE);
      const seen = new Map<string, Set<number>>();
      const broken: string[] = [];
      await inParallel(requests, async (request) => {
        const answer = await send(request);
        const operation = `${request.method} ${request.template}`;
        seen.set(operation, (seen.get(operation) ?? new Set()).add(answer.status));
        const complaint = promise.complaint(request, answer);
        if (complaint)
          broken.push(`${complaint}\n${JSON.stringify(request).slice(0, 2_000)}\n${answer.text.slice(0, 500)}`);
      });
      expect(broken.slice(0, 5).join('\n\n')).toBe('');
      // The requests were useful: all operations succeeded, and rejected each kind of error.
      for (const [operation, statuses] of REQUESTS_PER_OPERATION[engine] < THOROUGH_COUNT ? [] : seen) {
        const wanted = operation.endsWith('/reports/websites') ? [401, 403] : [401, 403, 404, 422];
        if (!LISTS.test(operation)) wanted.push(2);
        const kinds = [...statuses].map((status) => (status < 300 ? 2 : status));
        expect([operation, ...kinds]).toEqual(expect.arrayContaining([operation, ...wanted]));
      }
    },
    TIMEOUT_MS,
  );

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

/** The responses of an operation in the file. */
class Promises {
  readonly #file: OpenApiFile;
  readonly #ajv = new Ajv2020.default({ strict: false });
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
