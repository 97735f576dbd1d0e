// All jobs and commands that go through websites, each while the worker of one website does not answer: the others go on, the one that is
// missing is named, and a job retries it. Whoever adds a job or a command adds it to the lists here. What a cluster itself does then is in
// test/faults/citus-unreachable.test.ts.

import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { catchUp } from '../../../src/core/answers/insights/job.ts';
import { DirectSnapshotBuilder } from '../../../src/core/answers/insights/snapshot.ts';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { NO_BOUNDS } from '../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { DirectIntervalBuilder } from '../../../src/core/engine/rollups/build-intervals.ts';
import { dayOfTimestampMs } from '../../../src/core/engine/rollups/calendar.ts';
import { buildMissing } from '../../../src/core/engine/rollups/intervals-job.ts';
import { runSweeps } from '../../../src/core/engine/sweeps/run-sweeps.ts';
import { sweepWebsites } from '../../../src/core/engine/sweeps/sweep-websites.ts';
import type { Database } from '../../../src/core/foundation/database/database.ts';
import { namingLeftOut } from '../../../src/core/foundation/database/left-out-websites.ts';
import { Arrivals } from '../../../src/core/intake/arrivals/arrivals.ts';
import { ContactStore } from '../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../src/core/manage/contacts/read-changes.ts';
import { takeErasureTurn } from '../../../src/core/manage/erasure/erasure-turns.ts';
import { sweepsAt, websiteSweepsOf } from '../../../src/core/server/app/sweeps.ts';
import { readConfig } from '../../../src/core/server/config/config.ts';
import { WEEK_ITEMS } from '../../../src/extension-week-items.ts';
import { findAlerts } from '../../../src/extensions/changes/alerts/job.ts';
import { DirectLooker } from '../../../src/extensions/changes/alerts/look.ts';
import { exportIfDue } from '../../../src/extensions/exports/export-job.ts';
import { announce, scheduleOf } from '../../../src/extensions/exports/export-state.ts';
import { DirectExporter } from '../../../src/extensions/exports/exporter.ts';
import { importWaiting } from '../../../src/extensions/history/import-job.ts';
import { DirectHistoryImporter } from '../../../src/extensions/history/importer.ts';
import { endReceiving, insertUpload, storePiece } from '../../../src/extensions/history/stored-uploads.ts';
import { deliverDue } from '../../../src/extensions/notifications/outbox/outbox-job.ts';
import { beginWith, collectRecords } from '../../../src/extensions/notifications/records/collect-records.ts';
import { deliveryAbout } from '../../../src/extensions/notifications/records/record-delivery.ts';
import { DirectReportBuilder } from '../../../src/extensions/notifications/scheduled-reports/build-report.ts';
import { sendDueReports } from '../../../src/extensions/notifications/scheduled-reports/job.ts';
import {
  insertSubscription,
  type Subscription,
} from '../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { AWAY_WORKER, type Away, REFUSED } from '../../support/as-cluster.ts';
import { CommandLine } from '../../support/command-line.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import { PARTS } from '../../support/operations.ts';
import { restoreOf } from '../../support/restore.ts';
import { DAY_MS, HOUR_MS } from '../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';
import { type JsonAnswer, TestService } from '../../support/test-service.ts';
import { readersWithout } from '../../support/unreachable-websites.ts';
import { createUser } from '../../support/users.ts';

const [AWAY, HERE] = [700_001, 700_002];
const BOTH = [AWAY, HERE];
const CATALOG = {
  accounts: [{ id: 1, name: 'Acme', websites: BOTH.map((id) => ({ id, name: `${id}.example`, currency: 'EUR' })) }],
};
const PASSED_DAYS = ['2025-02-10', '2025-03-04', '2025-03-09'];

const away = vi.hoisted(() => ({ websiteId: undefined, isKnown: false }) as Away);

vi.mock('../../../src/core/foundation/database/open/open.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/core/foundation/database/open/open.ts')>();
  const { asCluster: clusterOf, guardedSnapshot } = await import('../../support/as-cluster.ts');
  return {
    ...original,
    openDatabase: async (...about: Parameters<typeof original.openDatabase>) =>
      clusterOf(await original.openDatabase(...about), away),
    openReadSnapshot: async (url: string) => guardedSnapshot(await original.openReadSnapshot(url), away),
  };
});

let ingestion: TestIngestion;
let restore: () => Promise<void>;
let folder: string;
let userId: number;
const lines: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-away-'));
  ingestion = await createTestIngestion('sqlite', CATALOG);
  const { database, clock } = ingestion;
  const user = { email: 'owner@example.com', password: undefined, accountIds: [1] };
  userId = (await createUser(database, user, clock.now)).id;
  for (const id of BOTH) await switchLog(database, id, true);
  const days = [...PASSED_DAYS, '2025-03-10'];
  const events = BOTH.flatMap((website_id) =>
    days.flatMap((day) =>
      ['a', 'b', 'c'].map((visitor) => ({ type: 'view', website_id, visitor, at: `${day}T10:00:00Z` })),
    ),
  );
  await ingestion.count(...events);
  restore = await restoreOf(database);
});

beforeEach(async () => {
  Object.assign(away, { websiteId: undefined, isKnown: false });
  await restore();
  ingestion.clock.offsetMs = 0;
  lines.length = 0;
});

afterAll(async () => {
  await ingestion.dispose();
  rmSync(folder, { recursive: true, force: true });
});

let arrivals: Arrivals;

interface Job {
  /** What there is to do. */
  prepare?(database: Database): Promise<unknown>;
  run(database: Database): Promise<unknown>;
  /** Returns the websites for which it is done. */
  done(): Promise<readonly number[]>;
  /** How long until the job tries again. */
  readonly retriedAfterMs?: number;
  /** It runs every few seconds, so it may fail once before it is known that the worker is away. */
  readonly isFrequent?: true;
}

const idsOf = async (sql: string) =>
  (await ingestion.database.query<{ id: number }>(`${sql} ORDER BY id`)).map(({ id }) => id);
const idsIn = (table: string, where = 'TRUE') => idsOf(`SELECT DISTINCT website_id AS id FROM ${table} WHERE ${where}`);
const clockOf = () => ingestion.clock.now;

async function subscribe(given: Partial<Subscription>): Promise<void> {
  const { database } = ingestion;
  for (const [index, websiteId] of BOTH.entries()) {
    const subscription: Subscription = {
      ...{ id: index + 1, userId, websiteId, channel: 'email', url: null, secret: null, topics: [], quietHours: null },
      ...{ report: null, haltedAt: null, unsubscribeToken: `token ${index}`, createdAt: '2025-03-10T12:00:00Z' },
      ...given,
    };
    await database.transaction((tx) => insertSubscription(tx, subscription, { accountId: 1 }));
  }
}

async function addContacts(): Promise<void> {
  const { database } = ingestion;
  const webhook = { channel: 'webhook', url: 'https://receiver.example/', secret: 'whsec_AAAA' } as const;
  await subscribe({ ...webhook, topics: ['new_contact'] });
  for (const [index, websiteId] of BOTH.entries()) {
    await beginWith(database, index + 1);
    await new ContactStore(database, clockOf()).upsert(websiteId, readChanges({ email: 'ann@example.com' }));
  }
}

async function addHistory(): Promise<void> {
  const bytes = Buffer.from('date,visitors,pageviews,visits\n2025-01-03,10,30,12');
  for (const [index, websiteId] of BOTH.entries()) {
    const upload = {
      ...{ websiteId, id: index + 1, accountId: 1, tool: 'plausible' as const, actor: COMMAND_LINE, lastDay: null },
      ...{ fileName: 'imported_visitors.csv', conversionEvent: null, createdAt: '2025-03-10T12:00:00Z' },
    } as const;
    const { database } = ingestion;
    await database.transaction((tx) => insertUpload(tx, upload, 0));
    await storePiece(database, upload, { number: 0, content: bytes }, 0);
    const received = { digest: `${index}`, byteCount: bytes.length };
    await database.transaction((tx) => endReceiving(tx, upload, received, 0));
  }
}

const delivered: number[] = [];

/** They have the names that the log gives them. The last one is no repeated job: it writes every few seconds what was counted meanwhile. */
const JOBS: Readonly<Record<string, Job>> = {
  'the insights job': {
    run: (database) =>
      catchUp({ database, logger, clock: clockOf(), builder: new DirectSnapshotBuilder(database, WEEK_ITEMS) }),
    done: () => idsIn('insights_snapshots'),
  },
  'the alerts job': {
    run: (database) =>
      findAlerts({ database, logger, clock: clockOf(), looker: new DirectLooker(database, NO_BOUNDS) }),
    done: () => idsIn('alert_progress'),
  },
  'building intervals': {
    run: (database) =>
      buildMissing({ database, logger, clock: clockOf(), builder: new DirectIntervalBuilder(database) }),
    done: () => idsIn('website_activity', 'intervals_through > 0'),
  },
  'merging the event log': {
    run: (database) => mergeLog(database, ingestion.clock, undefined, { logger }),
    done: () => idsIn('event_log_runs'),
  },
  'collecting new contacts and orders for webhooks': {
    prepare: addContacts,
    run: (database) => collectRecords({ database, logger, clock: clockOf() }),
    done: () => idsIn('outbox_messages'),
    isFrequent: true,
  },
  'sending notifications': {
    prepare: async () => {
      delivered.length = 0;
      await addContacts();
      await collectRecords({ database: ingestion.database, logger, clock: clockOf() });
    },
    run: (database) => {
      const contacts = new ContactStore(database, clockOf());
      const readContact = async (websiteId: number, id: number) => (await contacts.find(websiteId, { id }))[0];
      const sources = { database, readContact, baseUrl: 'https://funnel.example' };
      return deliverDue({
        ...{ database, logger, clock: clockOf(), mailsPerDayMax: 10, random: () => 0 },
        deliver: async (_id, delivery) => {
          const { data } = (delivery as { body: { data: { website: { id: number } } } }).body;
          delivered.push(data.website.id);
        },
        isWanted: async () => true,
        deliveryAbout: (message) => deliveryAbout(sources, message),
        switchOff: async () => {},
      });
    },
    done: async () => delivered.toSorted(),
    retriedAfterMs: HOUR_MS,
  },
  'the job of scheduled reports': {
    prepare: () =>
      subscribe({ report: { formats: ['csv'], sentOn: 'monday', dueDay: dayOfTimestampMs(ingestion.clock.nowMs) } }),
    run: (database) => {
      const options = { database, logger, clock: clockOf(), baseUrl: 'https://funnel.example', hasMail: true };
      return sendDueReports({ ...options, builder: new DirectReportBuilder(database) });
    },
    done: () => idsIn('outbox_messages'),
  },
  'the scheduled export': {
    run: (database) => {
      const scheduled = { to: folder, format: 'ndjson', s3: undefined, websiteIds: undefined, everyHours: 24 } as const;
      const readers = away.websiteId === undefined ? undefined : readersWithout(away.websiteId);
      const exporter = new DirectExporter({ databaseUrl: ingestion.url, scheduled, bounds: NO_BOUNDS }, readers);
      return exportIfDue({ database, logger, clock: clockOf(), exporter, schedule: scheduleOf(scheduled) });
    },
    done: () => idsIn('exported_websites'),
  },
  'importing history': {
    prepare: addHistory,
    run: (database) => {
      const importer = new DirectHistoryImporter({ database, clock: clockOf(), processorMs: () => 0 });
      return importWaiting({ database, logger, clock: clockOf(), importer });
    },
    done: () => idsIn('history_imports'),
    isFrequent: true,
  },
  'deleting what is old': {
    prepare: async () => {
      for (const id of BOTH) {
        const turn = await takeErasureTurn(ingestion.database, clockOf(), id);
        await ingestion.database.transaction((tx) => turn.beginWebsite(tx));
        await turn.end();
      }
    },
    run: (database) =>
      runSweeps(sweepsAt(clockOf(), PARTS.halves), { database, logger, signal: new AbortController().signal }),
    done: async () => {
      const left = await idsOf('SELECT id FROM websites');
      return BOTH.filter((id) => !left.includes(id));
    },
  },
  'deleting old rows of websites': {
    prepare: () =>
      ingestion.database.transaction((tx) =>
        tx.insertMany({
          into: 'seen_events',
          columns: ['website_id', 'event_id', 'seen_at_ms'],
          rows: BOTH.map((id) => [id, 'old', 1]),
        }),
      ),
    run: (database) => {
      const config = readConfig({ EVENT_LOG_DAYS: '90' });
      const signal = new AbortController().signal;
      return sweepWebsites(websiteSweepsOf(config, PARTS.halves), { database, logger, clock: clockOf(), signal });
    },
    done: async () => {
      const left = await idsIn('seen_events', 'seen_at_ms = 1');
      return BOTH.filter((id) => !left.includes(id));
    },
    retriedAfterMs: DAY_MS,
  },
  'counting arrivals': {
    prepare: async (database) => {
      arrivals = new Arrivals(database, clockOf());
      const at = ingestion.clock.now();
      arrivals.note(BOTH.map((websiteId) => ({ websiteId, source: 'server', keyId: 1, at, outcome: 'bot' })));
    },
    run: () => arrivals.flush(),
    done: () => idsIn('arrival_counts'),
    isFrequent: true,
  },
};

const SOURCES = new URL('../../../src/', import.meta.url).pathname;

test('every job is in the list', () => {
  const sources = globSync('**/*.ts', { cwd: SOURCES }).map((file) => readFileSync(join(SOURCES, file), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/(?<!function )startRepeatedJob\(\{(?:\s*name: '([^']+)')?/g)].map(([, name]) => name),
  );
  expect([...names, 'counting arrivals'].toSorted()).toEqual(Object.keys(JOBS).toSorted());
});

test.each(Object.entries(JOBS))('%s: the others go on, the missing one is named and retried', async (name, job) => {
  const database = namingLeftOut(ingestion.database, logger, name);
  await job.prepare?.(database);
  for (let runs = job.isFrequent ? 2 : 1; runs > 0; runs--) {
    away.websiteId = AWAY;
    // The error of a job is logged by whoever runs it.
    await job.run(database).catch((error: unknown) => logger.error({ err: error }));
    away.websiteId = undefined;
  }
  expect(await job.done()).toEqual([HERE]);
  expect(lines.join('')).toContain(`${AWAY}`);
  expect(lines.join('')).toMatch(/worker-1:5432/);
  ingestion.clock.advance(job.retriedAfterMs ?? 0);
  await job.run(database);
  expect(await job.done()).toEqual(BOTH);
});

/** Commands that go through websites. */
const SEVERAL = ['doctor', 'export', 'insights run'];
/** They need all of it, say what is missing, and are run again: a half of a copy, a catalog or a file is of no use. */
const WHOLE = ['backup', 'copy', 'import catalog', 'import events', 'migrate', 'restore'];
const ONE = [
  ...['forget contact', 'forget day', 'forget visitor', 'forget website'],
  ...['history list', 'history remove', 'import ga4', 'import plausible', 'import umami'],
  ...['ingest-key create', 'website rates', 'website settings'],
];
/** What they read and write is on the coordinator. */
const NONE = [
  ...['demo', 'ingest-key list', 'ingest-key revoke', 'listings', 'serve', 'setup-link', 'website list'],
  ...['token create', 'token list', 'token revoke', 'webhook create', 'webhook list', 'webhook revoke'],
  ...['user create', 'user delete', 'user grant', 'user list', 'user password', 'user reset-link', 'user revoke'],
  'user unlink',
];

describe('a command', () => {
  let cli: CommandLine;
  beforeAll(() => {
    cli = new CommandLine({ DATABASE_URL: ingestion.url });
  });
  afterAll(() => cli.dispose());

  const call = async (...args: string[]) => {
    away.websiteId = AWAY;
    const answer = await cli.call(args);
    away.websiteId = undefined;
    return answer;
  };

  test('is in one of the lists', async () => {
    const { stdout } = await cli.call(['--help']);
    const names = [...stdout.matchAll(/^ {2}(\S+(?: [a-z0-9-]+)?)/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual([...SEVERAL, ...WHOLE, ...ONE, ...NONE].toSorted());
  });

  test('of several websites exports the others, and names the one that is missing', async () => {
    const { code, stdout, stderr } = await call(
      'export',
      '--to',
      join(folder, 'command'),
      ...BOTH.flatMap((id) => ['--website', `${id}`]),
    );
    expect([code, stdout]).toEqual([1, expect.stringContaining('files')]);
    expect(stderr).toContain(`website ${AWAY}: ${REFUSED}`);
  });

  test('writes the insights of the others, and names the one that is missing', async () => {
    const { code, stderr } = await call('insights', 'run');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`1 of 2 snapshots could not be written. Websites: ${AWAY}`),
    ]);
    expect(await idsIn('insights_snapshots')).toEqual([HERE]);
  });

  test('checks the others, and names the one that was not checked', async () => {
    const { code, stdout } = await call('doctor', '--deep');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(new RegExp(`FAIL not checked +websites ${AWAY}: .*${AWAY_WORKER}`)),
    ]);
    expect(stdout).toMatch(/ok {3}intervals +\d+ of 1 websites/);
    expect(stdout).toMatch(/ok {3}event log +\d+ days of 1 websites/);
  });

  test.each([
    ['contact', ['--email', 'ann@example.com']],
    ['visitor', ['--visitor', 'a']],
    ['day', ['--day', '2025-03-04']],
    ['website', []],
  ])('to forget a %s names the website and the worker, and works for the others', async (what, args) => {
    const { code, stderr } = await call('forget', what, '--website', `${AWAY}`, ...args, '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(`The data of website ${AWAY} cannot be reached right now.`);
    expect(stderr).toContain(AWAY_WORKER);
    await new ContactStore(ingestion.database, clockOf()).upsert(HERE, readChanges({ email: 'ann@example.com' }));
    expect((await call('forget', what, '--website', `${HERE}`, ...args, '--yes')).stderr).toBe('');
  });
});

describe('a request', () => {
  test('about it says so, also if the worker stops answering meanwhile, and names no worker', async () => {
    const service = await TestService.over(ingestion);
    const token = await service.token(BOTH);
    const ask = async (query: string) => (await service.get(`/reports/${query}`, token)) as JsonAnswer;
    away.websiteId = AWAY;
    for (const isKnown of [false, true]) {
      away.isKnown = isKnown;
      const { status, body } = await ask(`website?website_id=${AWAY}&timeframe=today`);
      expect([status, body]).toMatchObject([503, { code: 'database_unavailable' }]);
      expect(body.detail).toBe(
        `The data of website ${AWAY} cannot be reached right now. Nothing was changed: try again in a moment.`,
      );
    }
    const both = await ask(`account/performance?timeframe=today`);
    expect([both.status, both.body.detail]).toEqual([503, expect.stringContaining(`website ${AWAY} `)]);
    expect((await ask(`website?website_id=${HERE}&timeframe=today`)).status).toBe(200);
    away.websiteId = undefined;
  });

  test('about its scheduled export, which is known without the worker, is answered', async () => {
    const schedule = { target: 'folder', format: 'ndjson', everyHours: 24, websiteIds: undefined } as const;
    await announce(ingestion.database, schedule, clockOf()());
    const service = await TestService.over(ingestion);
    const token = await service.token(BOTH, { scopes: ['websites:read'] });
    Object.assign(away, { websiteId: AWAY, isKnown: true });
    const { status, body } = await service.get('/scheduled-export', token);
    expect([status, body]).toMatchObject([
      200,
      { state: 'waiting', websites: BOTH.map((id) => ({ id, is_included: true })) },
    ]);
  });
});
