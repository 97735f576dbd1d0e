// Whatever an operation changes, no answer that was kept before it is out of date after it. Every operation that changes something is
// called, in a story: after each, all reports and lists are what they are without a cache.
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnyOperation,
  isRead,
  type ReadOperation,
} from '../../../../src/core/contract/operations/define-operation.ts';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { parseCall } from '../../../../src/core/server/api/parse-input.ts';
import { DirectReadRunner } from '../../../../src/core/server/api/read-runner.ts';
import { ReadService } from '../../../../src/core/server/api/read-service.ts';
import { importWaiting } from '../../../../src/extensions/history/import-job.ts';
import { DirectHistoryImporter } from '../../../../src/extensions/history/importer.ts';
import { DashboardCaller } from '../../../support/dashboard-caller.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { switchLog } from '../../../support/event-log.ts';
import { orderWith } from '../../../support/events.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { queryWith } from '../../../support/needed-parameters.ts';
import { OPERATIONS, READ_OPERATIONS } from '../../../support/operations.ts';
import { BROWSER, type TestService } from '../../../support/test-service.ts';

/** They change nothing that a report or a list keeps, by the reason. */
const NOT_KEPT: Readonly<Record<string, readonly string[]>> = {
  'contacts: their lists are never kept': [
    'upsert_contact',
    'change_contact',
    'delete_contact',
    'remove_contact',
    'forget_contact',
    'accept_unconfirmed',
    'dismiss_unconfirmed',
    'collect_contact',
  ],
  'credentials, people and their own settings': [
    'create_share_link',
    'revoke_share_link',
    'create_webhook',
    'revoke_webhook',
    'create_token',
    'revoke_token',
    'change_role',
    'remove_person',
    'leave_account',
    'create_reset_link',
    'create_invitation',
    'withdraw_invitation',
    'show_invitation',
    'accept_invitation',
    'join_account',
    'show_password_reset',
    'reset_password',
    'change_profile',
    'change_own_password',
    'end_own_session',
    'revoke_connected_application',
    'choose_own_websites',
    'check_setup',
    'finish_setup',
  ],
  'messages that the service sends': [
    'create_subscription',
    'change_subscription',
    'remove_subscription',
    'replace_subscription_secret',
    'send_test_notification',
    'resume_subscription',
    'ask_recipient',
    'remove_recipient',
    'change_branding',
  ],
  'changes nothing': ['preview_erasure'],
};

interface Step {
  readonly operation: string;
  /** What its path is about: the record that this operation has created last. */
  readonly of?: string;
  /** Default: the example of the operation. */
  readonly body?: (ids: Ids) => unknown;
}
/** What each operation has created, by its name. */
type Ids = Readonly<Record<string, readonly number[]>>;

const VARIANT = 'create_variant';
const STEP = 'create_step';
const ELEMENT = 'create_element';
const STORY: readonly Step[] = [
  { operation: 'create_area', body: () => ({ name: 'Footer' }) },
  { operation: 'change_area', of: 'create_area' },
  { operation: 'change_website', body: () => ({ name: 'renamed.example' }) },
  { operation: 'create_campaign' },
  { operation: 'change_campaign', of: 'create_campaign', body: () => ({ name: 'Summer popup', status: 'live' }) },
  { operation: VARIANT, of: 'create_campaign', body: () => ({ name: 'First', key: 'a' }) },
  { operation: VARIANT, of: 'create_campaign', body: () => ({ name: 'Second', key: 'b' }) },
  { operation: 'change_variant', of: VARIANT, body: () => ({ name: 'Third' }) },
  {
    operation: 'share_traffic',
    of: 'create_campaign',
    body: (ids) => ({ shares: ids[VARIANT]!.map((id, index) => ({ id, traffic_percentage: [60, 40][index] })) }),
  },
  { operation: STEP, of: VARIANT, body: () => ({ name: 'First', key: 'a' }) },
  { operation: STEP, of: VARIANT, body: () => ({ name: 'Second', key: 'b' }) },
  { operation: 'change_step', of: STEP, body: () => ({ name: 'Third' }) },
  { operation: 'order_steps', of: VARIANT, body: (ids) => ({ order: ids[STEP]!.toReversed() }) },
  { operation: ELEMENT, of: STEP, body: () => ({ name: 'First', key: 'a', element_type: 'form' }) },
  { operation: ELEMENT, of: STEP, body: () => ({ name: 'Second', key: 'b', element_type: 'form' }) },
  { operation: 'change_element', of: ELEMENT, body: () => ({ name: 'Third' }) },
  { operation: 'order_elements', of: STEP, body: (ids) => ({ order: ids[ELEMENT]!.toReversed() }) },
  { operation: 'mark_campaign_seen', of: 'create_campaign' },
  { operation: 'create_funnel' },
  { operation: 'change_funnel', of: 'create_funnel' },
  { operation: 'delete_funnel', of: 'create_funnel' },
  { operation: 'create_annotation' },
  { operation: 'change_annotation', of: 'create_annotation' },
  { operation: 'delete_annotation', of: 'create_annotation' },
  { operation: 'create_goal' },
  { operation: 'change_goal', of: 'create_goal' },
  { operation: 'delete_goal', of: 'create_goal' },
  { operation: 'create_view' },
  { operation: 'change_view', of: 'create_view' },
  { operation: 'delete_view', of: 'create_view' },
  { operation: 'set_costs' },
  { operation: 'import_history' },
  { operation: 'remove_history_import', of: 'import_history' },
  { operation: 'create_ingest_key', body: () => ({ public: true, name: 'Shop', origins: [ORIGIN] }) },
  { operation: 'revoke_ingest_key', of: 'create_ingest_key' },
  { operation: 'change_website_settings', body: () => ({ timezone: 'Europe/Berlin' }) },
  { operation: 'change_reporting_currency' },
  { operation: 'create_website' },
  { operation: 'collect_events' },
  { operation: 'collect_browser_events' },
  { operation: 'erase_data', body: () => ({ kind: 'day', day: new Date().toISOString().slice(0, 10), confirm: true }) },
];

/** Ids of the sample catalog, for reports on one subject. */
const SUBJECTS: readonly (readonly [part: string, id: number])[] = [
  ['/campaigns/', 10],
  ['/variants/', 100],
  ['/steps/', 1000],
  ['/elements/', 10000],
];
/** What the collector accepts events with. It is kept, too. */
const CATALOG = 'the catalog of the collector';
const ORIGIN = 'https://shop.of.acme.test';
/** What they change is in no answer that is kept: lists of saved records are read each time, and no login here sees the new website. */
const HIDDEN = [
  'mark_campaign_seen',
  ...['create_funnel', 'change_funnel', 'delete_funnel'],
  ...['create_annotation', 'change_annotation', 'delete_annotation'],
  ...['create_view', 'change_view', 'delete_view'],
  'create_website',
];

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let caller: DashboardCaller;
  let login: string;
  let catalog: CatalogCache;
  let kept: ReadService;
  /** The same one all the time, so that no minute passes between two reads. */
  let now: Date;

  beforeAll(async () => {
    service = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard', 'collect'] });
    await switchLog(service.database, 1, true);
    await service.ingestion.count(orderWith({ order_id: 'first', visitor: 'v', element_id: 10000 }));
    caller = new DashboardCaller(service);
    login = await caller.logIn({ email: EMAIL, password: PASSWORD }, [1, 2]);
    now = new Date();
    catalog = new CatalogCache(service.database);
    kept = new ReadService(service.database, new DirectReadRunner(service.database, READ_OPERATIONS), () => now);
  });
  afterAll(() => service.dispose());

  function callOf(operation: ReadOperation) {
    const [, id] = SUBJECTS.find(([part]) => operation.path.includes(part)) ?? [];
    const query = queryWith(operation.name, {});
    const values = [...new Set(query.keys())].map((name) => {
      const given = query.getAll(name);
      return [name, given.length > 1 ? given : given[0]] as const;
    });
    const sent = { ...Object.fromEntries(values), ...(id !== undefined && { id }) };
    const websites = operation.website === 'chosen' ? { websiteId: 1 } : { websiteIds: [1, 2] };
    return { operation, websites, ...parseCall(operation as AnyOperation, sent, 0) };
  }

  /** What each of them answers, or why it does not. */
  async function readAll(read: (call: ReturnType<typeof callOf>) => Promise<string>): Promise<Map<string, string>> {
    const answers = new Map<string, string>();
    for (const operation of READ_OPERATIONS.filter(({ isNeverKept }) => !isNeverKept)) {
      answers.set(operation.name, await read(callOf(operation)).catch(String));
    }
    return answers;
  }

  /** What a caller gets, and which of it is not what it is without a cache. */
  async function readKept(): Promise<{ answers: Map<string, string>; stale: string[] }> {
    const stale: string[] = [];
    const runner = new DirectReadRunner(service.database, READ_OPERATIONS);
    const answers = await readAll(async (call) => {
      const { hits } = kept.cacheStats;
      const { json } = await kept.read(call);
      const { operation, query, websites } = call;
      const request = { operation: operation.name, query, websites, nowMs: now.getTime() };
      if (kept.cacheStats.hits > hits && (await runner.run(request)).json !== json) stale.push(operation.name);
      return json;
    });
    await catalog.refresh();
    const fresh = new CatalogCache(service.database);
    await fresh.refresh();
    const [known, read] = [await catalogText(catalog), await catalogText(fresh)];
    if (known !== read) stale.push(CATALOG);
    return { answers: answers.set(CATALOG, read), stale };
  }

  async function catalogText(from: CatalogCache): Promise<string> {
    if (from.get(1) === undefined) await from.load([1]);
    const { zone, settings, ownHosts, subjects } = from.get(1)!;
    const ids = Object.values(SUBJECT_KIND).map((kind) => [...subjects[kind].keys()]);
    return JSON.stringify([zone.name, settings, ownHosts.has(new URL(ORIGIN).hostname), ids]);
  }

  async function call({ operation: name, of, body }: Step, ids: Ids) {
    const operation = OPERATIONS.find((each) => each.name === name)!;
    if (isRead(operation)) throw new Error(`${name} only reads`);
    const example = body ? body(ids) : operation.bodyExample;
    if (name === 'collect_events') {
      const key = await service.ingestKey(1);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      return service.request('/collect/events', { method: 'POST', headers, body: JSON.stringify(example) });
    }
    if (name === 'collect_browser_events') {
      const key = await service.publicKey(1, ORIGIN);
      const sent = { key, events: [{ id: crypto.randomUUID(), type: 'view', campaign_id: 10 }] };
      const headers = { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' };
      return service.request('/e', { method: 'POST', headers, body: JSON.stringify(sent) });
    }
    const path = operation.path.replace('{id}', String(of === undefined ? '' : ids[of]?.[0]));
    const parameters = {
      ...('website_id' in operation.input.shape && { website_id: '1' }),
      ...('account_id' in operation.input.shape && { account_id: '1' }),
    };
    const answer = await caller.call(login, operation.method, `${path}?${queryWith(name, parameters)}`, example);
    if (name === 'import_history') await importWaitingHistory();
    return answer;
  }

  /** The operation only stores the file. */
  async function importWaitingHistory(): Promise<void> {
    const { database } = service;
    const importer = new DirectHistoryImporter({ database, clock: systemClock, processorMs: () => 0 });
    await importWaiting({ database, importer, clock: systemClock, logger: pino({ level: 'silent' }) });
  }

  test('every operation that changes something is in the story, or has a reason why it is not', () => {
    const actions = OPERATIONS.filter((operation) => operation.method !== 'GET').map(({ name }) => name);
    const decided = new Set([...STORY.map(({ operation }) => operation), ...Object.values(NOT_KEPT).flat()]);
    expect([...decided].toSorted()).toEqual(actions.toSorted());
  });

  test('no kept answer is out of date after an operation', async () => {
    const ids: Record<string, readonly number[]> = {};
    const stale: string[] = [];
    const hidden: string[] = [];
    let before = await readKept();
    for (const step of STORY) {
      const { status, text, body } = await call(step, ids);
      expect(status, `${step.operation}: ${text}`).toBeOneOf([200, 201, 202, 204]);
      const id = (body as { id?: number } | undefined)?.id;
      if (id !== undefined) ids[step.operation] = [...(ids[step.operation] ?? []), id];
      const after = await readKept();
      stale.push(...after.stale.map((name) => `${step.operation}: ${name}`));
      if (![...after.answers].some(([name, answer]) => before.answers.get(name) !== answer))
        hidden.push(step.operation);
      before = after;
    }
    expect(stale).toEqual([]);
    // Whatever else changes nothing would show nothing.
    expect([...new Set(hidden)]).toEqual(HIDDEN);
  });
});
