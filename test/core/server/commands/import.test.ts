// Importing a catalog and events from the command line, and the JSON documents that programs rely on.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { ImportStoppedError } from '../../../../src/core/intake/bulk/import-events.ts';
import { CommandError } from '../../../../src/core/server/command/command.ts';
import { importCatalogCommand } from '../../../../src/core/server/commands/import-catalog.ts';
import { importEventsCommand, stopped } from '../../../../src/core/server/commands/import-events.ts';
import {
  ingestKeyCreateCommand,
  ingestKeyListCommand,
  ingestKeyRevokeCommand,
} from '../../../../src/core/server/commands/websites/ingest-key.ts';
import { websiteListCommand, websiteSettingsCommand } from '../../../../src/core/server/commands/websites/website.ts';
import { websiteRatesCommand } from '../../../../src/core/server/commands/websites/website-rates.ts';
import { CommandLine, type Finished } from '../../../support/command-line.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { runCommand } from '../../../support/run-command.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { storedTotals } from '../../../support/stored-days.ts';

let cli: CommandLine;
let firstImport: Finished;

beforeAll(async () => {
  cli = new CommandLine();
  const path = cli.file('catalog.json.gz', gzipSync(JSON.stringify(SAMPLE_CATALOG)));
  firstImport = await cli.call(['import', 'catalog', path, '--json']);
});

afterAll(() => cli.dispose());

/** The whole of standard output must be one JSON document. */
function documentOf({ stdout }: Finished): Record<string, unknown> {
  expect(stdout.trimEnd()).not.toContain('\n');
  return JSON.parse(stdout);
}

async function views(): Promise<number> {
  const database = await openDatabase(cli.databaseUrl);
  const { views } = await storedTotals(database, { websiteId: 1, kind: 'website', id: 1 });
  await database.close();
  return views;
}

describe('import catalog', () => {
  test('reports what was created, updated and unchanged', () => {
    expect(firstImport).toMatchObject({ code: 0, stderr: '' });
    const { campaigns, elements } = documentOf(firstImport);
    expect(campaigns).toEqual({ created: 3, updated: 0, unchanged: 0 });
    expect(elements).toEqual({ created: 6, updated: 0, unchanged: 0 });
  });

  test('an error exits with 1 and names its path, with --json too', async () => {
    const [mistake, notJson] = await Promise.all([
      cli.call(['import', 'catalog', '-', '--json'], '{"accounts":[{"id":1,"name":5}]}'),
      cli.call(['import', 'catalog', '-'], '{"accounts":'),
    ]);
    expect(mistake).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('accounts[0].name') });
    expect(notJson).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not valid JSON') });
  });
});

describe('a catalog that is too large', () => {
  const large = Buffer.alloc(64 * 1024 * 1024 + 1, ' ');

  test.each([
    ['packed', 'large.json.gz', gzipSync(large, { level: 1 })],
    ['as it is', 'large.json', large],
  ])('%s is refused, and the error says what to do', async (_how, name, bytes) => {
    const path = cli.file(name, bytes);
    const importing = runCommand(importCatalogCommand, [path], { DATABASE_URL: cli.databaseUrl });
    await expect(importing).rejects.toThrow(/more than 64 MiB, unpacked. Import it in several files/);
  });
});

describe('import events', () => {
  /** Runs in this process, which is faster, and enough for everything but the exit code. */
  const importing = (path: string, ...options: string[]) =>
    runCommand(importEventsCommand, [path, ...options], { DATABASE_URL: cli.databaseUrl });

  test('prints the documented JSON, and exits with 0 despite rejected lines', async () => {
    const before = await views();
    const text = ndjson([eventWith(), eventWith({ type: 'click' }), eventWith({ id: 'x' }), eventWith({ id: 'x' })]);
    const path = cli.file('events.ndjson', text);
    const first = await cli.run(['import', 'events', path, '--json']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const samples = [{ line: 2, code: 'invalid_type', message: expect.any(String) }];
    const rejected = { rejected: 1, reasons: { invalid_type: 1 }, samples };
    expect(documentOf(first)).toEqual({ accepted: 2, duplicates: 1, ...rejected });
    expect((await importing(path)).document).toEqual({ accepted: 0, duplicates: 3, ...rejected });
    expect(await views()).toBe(before + 2);
    // The event without an id is counted again; the other is recognized by its id.
    expect((await importing(path, '--again')).document).toMatchObject({ accepted: 1, duplicates: 2 });
  });

  test('reads gzip, and recognizes the same events uncompressed on standard input', async () => {
    const before = await views();
    const text = ndjson([eventWith({ visitor: 'packed' })]);
    const compressed = await importing(cli.file('events.ndjson.gz', gzipSync(text)));
    expect(compressed.document).toMatchObject({ accepted: 1, duplicates: 0 });
    const plain = await cli.call(['import', 'events', '-', '--json'], text);
    expect(documentOf(plain)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await views()).toBe(before + 1);
  });

  test('exits with 1 if a gzip file is truncated, keeps what was committed, and resumes with the complete file', async () => {
    const before = await views();
    const count = 18_000;
    const page = `/${'x'.repeat(200)}`;
    const text = ndjson(Array.from({ length: count }, (_, index) => eventWith({ visitor: `cut-${index}`, page })));
    const compressed = gzipSync(text);
    expect(text.length).toBeGreaterThan(4 * 1024 * 1024);
    for (const cut of [0.6, 0.9]) {
      const path = cli.file('cut.ndjson.gz', compressed.subarray(0, compressed.length * cut));
      const { code, stderr } = await cli.call(['import', 'events', path, '--chunk-mib', '1']);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Cannot read') });
      expect(stderr).toMatch(/So far, .* accepted [1-9].*Run the same command again: it goes on where it stopped/s);
    }
    const kept = (await views()) - before;
    expect(kept).toBeGreaterThan(0);
    const whole = await importing(cli.file('cut.ndjson.gz', compressed));
    expect(whole.document).toMatchObject({ accepted: count - kept, duplicates: kept });
    expect(await views()).toBe(before + count);
  });

  describe('that the database stops', () => {
    const none = { accepted: 0, duplicates: 0, rejected: 0, reasons: {}, samples: [] };
    const messageOf = (imported: object, unreachableIds: number[] = [], isAgain = false) =>
      stopped(
        new ImportStoppedError(new DatabaseUnavailableError('gone'), { ...none, ...imported }, unreachableIds),
        isAgain,
      ).message;

    test('says what was committed and how to go on, not that nothing was changed', () => {
      expect(messageOf({ accepted: 12_966, rejected: 2 })).toBe(
        'The database cannot be used right now. The import stopped. So far, events of the file were committed: ' +
          'accepted 12,966, duplicates 0, rejected 2. Run the same command again: it goes on where it stopped.',
      );
      expect(messageOf({})).toContain('Nothing of the file was counted. Run the same command again');
      expect(messageOf({ accepted: 1 }, [], true)).toContain('run it again only if the events have ids');
    });

    test('names the websites of a worker that does not answer', () => {
      expect(messageOf({}, [7])).toContain(
        'does not answer: funnel doctor names it. It has website 7: a file without events of these',
      );
      const many = Array.from({ length: 12 }, (_, index) => index + 1);
      expect(messageOf({}, many)).toContain('It has websites 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more:');
    });
  });

  test('with --strict exits with 1 if a line was rejected, and counts the valid ones', async () => {
    const before = await views();
    const text = ndjson([eventWith({ visitor: 'strict' }), eventWith({ visitor: '' })]);
    const finished = await cli.call(['import', 'events', '-', '--strict', '--json'], text);
    expect(finished).toMatchObject({ code: 1, stderr: expect.stringContaining('--strict') });
    expect(documentOf(finished)).toMatchObject({ accepted: 1, rejected: 1 });
    expect(await views()).toBe(before + 1);
  });

  test('exits with 1 if every line was rejected', async () => {
    const finished = await cli.call(['import', 'events', '-', '--json'], ndjson([eventWith({ type: 'click' })]));
    expect(finished).toMatchObject({ code: 1, stderr: expect.stringContaining('every line was rejected') });
    expect(documentOf(finished)).toMatchObject({ accepted: 0, duplicates: 0, rejected: 1 });
    expect((await cli.call(['import', 'events', '-'], '')).code).toBe(0);
  });

  test('then the error names the reasons, and the command that helps', async () => {
    const events = [eventWith({ type: 'click' }), eventWith({ website_id: 777 }), eventWith({ website_id: 778 })];
    const { code, stdout, stderr } = await cli.call(['import', 'events', '-'], ndjson(events));
    expect(code).toBe(1);
    expect(stdout).toMatch(/rejected lines by reason:\n +invalid_type +1\n +unknown_website +2/);
    expect(stderr).toContain('every line was rejected (invalid_type: 1, unknown_website: 2)');
    expect(stderr).toContain('funnel import catalog FILE');
    const misspelled = await cli.call(['import', 'events', '-'], ndjson([eventWith({ colour: 'red' })]));
    expect(misspelled.stderr).toContain('unknown_field: 1');
    expect(misspelled.stderr).not.toContain('import catalog');
  });

  test('prints the first 20 rejected lines, then counts by reason', async () => {
    const lines = [...Array.from({ length: 30 }, () => eventWith({ type: 'click' })), eventWith()];
    const { text } = await importing(cli.file('rejected.ndjson', ndjson(lines)));
    expect(text).toMatch(/accepted +1\n/);
    expect(text).toMatch(/rejected +30\n/);
    expect(text.match(/line \d+: invalid_type: /g)).toHaveLength(20);
    expect(text).toMatch(/invalid_type +30$/);
  });

  test('the same file imported by two processes at once is counted once', async () => {
    const before = await views();
    const text = ndjson(Array.from({ length: 2_000 }, (_, index) => eventWith({ visitor: `twice-${index}` })));
    const path = cli.file('twice.ndjson', text);
    const both = await Promise.all([1, 2].map(() => cli.run(['import', 'events', path, '--json'])));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const counts = both.map(documentOf).map(({ accepted }) => accepted as number);
    expect(counts.sort((a, b) => a - b)).toEqual([0, 2_000]);
    expect(await views()).toBe(before + 2_000);
  });
});

describe('ingest-key', () => {
  const environment = () => ({ DATABASE_URL: cli.databaseUrl });

  test('create prints the documented JSON', async () => {
    const finished = await cli.call(['ingest-key', 'create', '--website', '1', '--json']);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(documentOf(finished)).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^\S{32,}$/),
      website_id: 1,
    });
  });

  test('revoke works once', async () => {
    const { document } = await runCommand(ingestKeyCreateCommand, ['--website', '1'], environment());
    const id = String((document as { id: number }).id);
    expect((await runCommand(ingestKeyRevokeCommand, [id], environment())).document).toMatchObject({ revoked: true });
    await expect(runCommand(ingestKeyRevokeCommand, [id], environment())).rejects.toThrow(CommandError);
  });

  test('list shows each key with its state, without its secret', async () => {
    const created: { id: number; key: string }[] = [];
    for (let count = 0; count < 2; count++) {
      const { document } = await runCommand(ingestKeyCreateCommand, ['--website', '1'], environment());
      created.push(document as { id: number; key: string });
    }
    await runCommand(ingestKeyRevokeCommand, [String(created[0]!.id)], environment());
    const finished = await cli.call(['ingest-key', 'list', '--json']);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    const { keys } = documentOf(finished) as { keys: object[] };
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const secret = { website_id: 1, name: null, public: false, key: null, origins: [], created_at: createdAt };
    const [revoked, active] = created.map(({ id }) => ({ id, ...secret }));
    expect(keys).toContainEqual({ ...revoked, revoked_at: createdAt });
    expect(keys).toContainEqual({ ...active, revoked_at: null });
    const { text } = await runCommand(ingestKeyListCommand, [], environment());
    expect(text).toMatch(/^ID +WEBSITE +NAME +KIND +STATE +CREATED +KEY +ORIGINS$/m);
    expect(text).toMatch(new RegExp(`^${created[0]!.id} +1 +- +secret +revoked \\S+ +\\S+ +- +-$`, 'm'));
    expect(text).toMatch(new RegExp(`^${created[1]!.id} +1 +- +secret +active +\\S+ +- +-$`, 'm'));
    for (const { key } of created) expect(finished.stdout + text).not.toContain(key);
  });

  test('create --public prints the documented JSON, with the origins as browsers send them', async () => {
    const origins = [
      '--origin',
      'HTTPS://www.Example.com/',
      '--origin',
      '*.example.com',
      '--origin',
      'http://localhost:3000',
    ];
    const finished = await cli.call(['ingest-key', 'create', '--website', '1', '--public', ...origins, '--json']);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(documentOf(finished)).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^fpk_\S{32,}$/),
      website_id: 1,
      public: true,
      origins: ['https://www.example.com', 'https://*.example.com', 'http://localhost:3000'],
    });
  });

  test('a public key needs origins, and a secret one has none', async () => {
    const create = (...args: string[]) =>
      runCommand(ingestKeyCreateCommand, ['--website', '1', ...args], environment());
    await expect(create('--public')).rejects.toThrow('--origin is required');
    await expect(create('--origin', 'https://example.com')).rejects.toThrow('add --public');
    for (const origin of ['*', 'https://*.com', 'https://example.com/shop', 'ftp://example.com', 'https://a b']) {
      await expect(create('--public', '--origin', origin)).rejects.toThrow('must be an origin such as');
    }
  });

  test('create fails for a website that does not exist', async () => {
    const attempt = runCommand(ingestKeyCreateCommand, ['--website', '999'], environment());
    await expect(attempt).rejects.toThrow(CommandError);
    await expect(attempt).rejects.toThrow('999');
  });
});

describe('website list', () => {
  test('has the ids that other commands ask for, under a header', async () => {
    const { document, text } = await runCommand(websiteListCommand, [], { DATABASE_URL: cli.databaseUrl });
    expect(document).toMatchObject({
      websites: expect.arrayContaining([
        {
          id: 1,
          name: 'acme.example',
          currency: 'USD',
          account_id: 1,
          account_name: 'Acme',
          created_at: '2024-01-01T00:00:00Z',
        },
      ]),
    });
    expect(text).toMatch(/^ID +NAME +CURRENCY +ACCOUNT +ACCOUNT NAME +CREATED\n1 +acme\.example +USD +1 +Acme /);
  });

  test('without any, lists name the commands that add some', async () => {
    const empty = new CommandLine();
    const commands = { website: 'import catalog', token: 'token create', 'ingest-key': 'ingest-key create' };
    for (const [name, command] of Object.entries({ ...commands, webhook: 'webhook create' })) {
      expect((await empty.call([name, 'list'])).stdout).toContain(`funnel ${command}`);
    }
    empty.dispose();
  });
});

describe('website settings', () => {
  const environment = () => ({ DATABASE_URL: cli.databaseUrl });
  const settings = (...args: string[]) => runCommand(websiteSettingsCommand, args, environment());

  test('are off at first, and changed one by one', async () => {
    const off = {
      website_id: 1,
      browser_orders: false,
      credit_by: 'conversion',
      group_name: '',
      credit_window_days: 0,
      event_log: false,
      form_contacts: false,
      register_keys: false,
      smallest_lift: 10,
      timezone: 'UTC',
    };
    expect((await settings('--website', '1')).document).toEqual(off);
    expect((await settings('--website', '1', '--browser-orders', 'on')).document).toEqual({
      ...off,
      browser_orders: true,
    });
    const { document, text } = await settings('--website', '1', '--register-keys', 'on', '--browser-orders', 'off');
    expect(document).toEqual({ ...off, register_keys: true });
    expect(text).toBe(
      [
        'SETTING             VALUE',
        'register-keys       on',
        'browser-orders      off',
        'form-contacts       off',
        'smallest-lift       10%',
        'event-log           off',
        'timezone            UTC',
        'credit-window-days  0',
        'group-name          -',
        'credit-by           conversion',
      ].join('\n'),
    );
    expect((await settings('--website', '1', '--event-log', 'on')).document).toMatchObject({ event_log: true });
    await settings('--website', '1', '--event-log', 'off');
    const zoned = await settings('--website', '1', '--timezone', 'Asia/Calcutta');
    expect(zoned.document).toMatchObject({ timezone: 'Asia/Calcutta' });
    await settings('--website', '1', '--timezone', 'UTC');
    const credit = await settings('--website', '1', '--credit-window-days', '90', '--credit-by', 'view');
    expect(credit.document).toMatchObject({ credit_window_days: 90, credit_by: 'view' });
    await settings('--website', '1', '--credit-window-days', '0', '--credit-by', 'conversion');
    expect((await settings('--website', '1')).document).toEqual({ ...off, register_keys: true });
  });

  test('of a website that does not exist, and with another value', async () => {
    await expect(settings('--website', '999')).rejects.toThrow('Website 999 does not exist. List the websites with');
    await expect(settings('--website', '999', '--browser-orders', 'on')).rejects.toThrow('Website 999 does not exist');
    await expect(settings('--website', '1', '--browser-orders', 'yes')).rejects.toThrow('must be on or off');
    await expect(settings('--website', '1', '--smallest-lift', '101')).rejects.toThrow('from 1 to 100, not "101"');
    await expect(settings('--website', '1', '--timezone', 'Berlin')).rejects.toThrow(
      '--timezone must be the IANA name of a time zone, such as Europe/Berlin, not "Berlin"',
    );
  });
});

describe('website rates', () => {
  const environment = () => ({ DATABASE_URL: cli.databaseUrl });
  const rates = (...args: string[]) => runCommand(websiteRatesCommand, ['--website', '2', ...args], environment());
  const importFile = (text: string) => {
    const file = cli.file('rates.csv', text);
    return rates('--import', file);
  };
  const dollar = { currency: 'USD', date: '2025-03-01', rate: 0.9615 };

  test('are imported from a file, which adds to them, and listed', async () => {
    expect((await rates()).text).toBe('No exchange rates. Orders must be in EUR.');
    await importFile('currency,date,rate\nUSD,2025-03-01,0.95\n');
    const { document, text } = await importFile(
      '\uFEFF"currency";"date";"rate"\r\nUSD;2025-03-01;0,9615\r\nJPY;2025-02-01;0,0062\r\n',
    );
    const yen = { currency: 'JPY', date: '2025-02-01', rate: 0.0062 };
    expect(document).toEqual({ website_id: 2, currency: 'EUR', exchange_rates: [yen, dollar] });
    expect(text).toBe('CURRENCY  FROM        WORTH IN EUR\nJPY       2025-02-01  0.0062\nUSD       2025-03-01  0.9615');
  });

  test.each([
    ['USD,2025-03-01,0.95\n', 'line 1 of'],
    ['currency,date,rate\nUSD,2025-03-01,0.95\nUSD,2025-04-01,1e3\n', 'line 3 of'],
    ['currency,date,rate\nUSD,2025-02-30,0.95\n', 'a date such as 2026-01-31'],
    ['currency,date,rate\nUSD,2025-03-01,1\nUSD,2025-03-01,2\n', 'one rate for a currency and a date'],
    ['currency,date,rate\nEUR,2025-03-01,1\n', 'must not have rates of EUR'],
  ])('a file with %j changes nothing', async (text, message) => {
    const before = (await rates()).document;
    await expect(importFile(text)).rejects.toThrow(message);
    await expect(importFile(text)).rejects.toThrow('Nothing was changed');
    expect((await rates()).document).toEqual(before);
  });

  test('of a website or a file that does not exist', async () => {
    await expect(runCommand(websiteRatesCommand, ['--website', '999'], environment())).rejects.toThrow(
      'Website 999 does not exist.',
    );
    await expect(rates('--import', '/nowhere.csv')).rejects.toThrow('Cannot read /nowhere.csv');
  });
});
