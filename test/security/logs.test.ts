// What the real process logs when it gets personal data, secrets, and strings that are meant to break lines or
// terminals, and when its database fails: one JSON document per line, without any of that.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { CommandLine } from '../support/command-line.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import { freePort } from '../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { createUser } from '../support/users.ts';
import { ask, type Question } from './ask.ts';
import { exchange } from './raw-connection.ts';

/** All are unique strings, so that they are found wherever they appear. */
const PRIVATE = {
  email: 'mrs-private-marker@example.com',
  phone: '+49 30 5550199',
  name: 'Nomarkername',
  custom: 'custommarkervalue',
  visitor: 'visitormarkervalue',
  eventId: 'eventmarkervalue',
  query: 'querymarkervalue',
  header: 'headermarkervalue',
  password: 'passwordmarkervalue',
  code: 'codemarkervalue',
  tool: 'toolmarkervalue',
};
const BREAKERS = [
  '\r\n{"level":50,"msg":"forged"}',
  '\u001b[2J\u001b[31mred',
  '\u0000\u0007\u0008',
  '\u009b31m',
  '"}\n{"forged":1}',
];
const REFUSED_CONTACT = { email: 'refused-marker@example.com', first_name: PRIVATE.name, note: PRIVATE.custom };
const now = () => new Date();

/** Makes the database fail with a message that contains the row. */
const FAULTS = {
  sqlite: `
    CREATE TRIGGER refuse_contact BEFORE INSERT ON contacts WHEN NEW.email_key LIKE 'refused%'
      BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END;
    CREATE TRIGGER refuse_event BEFORE INSERT ON seen_events BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END;`,
  postgres: `
    ALTER TABLE contacts ADD CONSTRAINT no_refused_contact CHECK (email_key NOT LIKE 'refused%');
    ALTER TABLE contacts ADD CONSTRAINT no_text_as_number CHECK (email_key NOT LIKE 'number%' OR CAST(email_key AS integer) > 0);
    ALTER TABLE seen_events ADD CONSTRAINT no_event CHECK (event_id IS NULL);`,
};

/** Messages of PostgreSQL contain values of a statement; those of SQLite contain none. */
const TRIED = IS_LONG ? ENGINES : ENGINES.slice(-1);

describe.each(TRIED)('logs on %s', (engine) => {
  let store: TestDatabase;
  let commandLine: CommandLine;
  let baseUrl: string;
  const secrets: string[] = [];
  let sent = 0;

  beforeAll(async () => {
    store = await createTestDatabase(engine);
  });
  afterAll(async () => {
    commandLine?.dispose();
    await store?.dispose();
  });

  const send = (question: Question) => {
    sent += 1;
    return ask(baseUrl, question);
  };

  it('contain no private data, no secrets and no injected lines', async () => {
    const { output, tokens } = await serveAndAttack();
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    // Two lines are for people: the URL, and that it stops.
    expect(output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toHaveLength(2);
    for (const line of lines) {
      expect(() => JSON.parse(line), line).not.toThrow();
      expect(line).not.toMatch(/\p{Cc}/u);
      expect(JSON.parse(line)).not.toHaveProperty('forged');
    }
    const entries = lines.map((line) => JSON.parse(line) as { msg: string; level: number });
    expect(entries.length).toBeGreaterThan(sent - 5);
    expect(entries.filter(({ msg }) => msg === 'forged')).toEqual([]);
    const told = (text: string) => entries.filter((entry) => JSON.stringify(entry).includes(text)).length;
    // The database did fail, and the log names the constraint.
    expect(told('request failed')).toBeGreaterThan(0);
    expect(told('The events could not be stored')).toBeGreaterThan(0);
    expect(told(engine === 'sqlite' ? 'refused by a trigger' : 'no_refused_contact')).toBeGreaterThan(0);
    if (engine === 'postgres') expect(told('invalid input syntax for type integer')).toBeGreaterThan(0);

    const hidden = [...Object.values(PRIVATE), REFUSED_CONTACT.email, 'number-marker', ...tokens, ...secrets];
    for (const text of hidden) expect(output.includes(text), text).toBe(false);
    expect(output).not.toMatch(/bearer/i);
    console.log(`logs on ${engine}: ${entries.length} lines of ${sent} requests, ${hidden.length} texts looked for`);
  });

  async function serveAndAttack(): Promise<{ output: string; tokens: string[] }> {
    await importCatalog(store.database, SAMPLE_CATALOG, now);
    await createUser(store.database, { email: PRIVATE.email, password: 'the right password', accountIds: [1] }, now);
    await store.database.transaction((tx) => tx.runScript(FAULTS[engine]));
    const all = { websiteIds: [1], scopes: SCOPES };
    const rest = (await createToken(store.database, { ...all, audience: 'rest' }, now)).token;
    const tools = (await createToken(store.database, { ...all, audience: 'tools' }, now)).token;
    const key = (await createIngestKey(store.database, 1, now))!.key;
    const port = String(await freePort());
    commandLine = new CommandLine({ DATABASE_URL: store.url, LOG_LEVEL: 'debug', PORT: port });
    const serving = commandLine.start(['serve']);
    onTestFinished(() => serving.kill('SIGKILL'));
    await serving.said(/Serving on /);
    baseUrl = `http://localhost:${port}`;
    await attackRest(rest);
    await attackCollector(key);
    await attackTools(tools);
    await attackLogin();
    await attackProtocol();
    serving.kill('SIGTERM');
    const { stderr, stdout, code } = await serving.finished;
    expect(code).toBe(0);
    return { output: stderr + stdout, tokens: [rest, tools, key] };
  }

  async function attackRest(token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const contact = (body: unknown) =>
      send({ method: 'POST', path: '/api/v1/contacts', headers, body: JSON.stringify(body) });
    const { email, phone, name, custom } = PRIVATE;
    expect((await contact({ email, phone, first_name: name, [custom]: custom })).status).toBe(201);
    expect((await contact(REFUSED_CONTACT)).status).toBe(500);
    if (engine === 'postgres') expect((await contact({ email: 'number-marker@example.com' })).status).toBe(500);
    await contact({ email: `${PRIVATE.email} is not one`, first_name: name });
    await send({ path: `/api/v1/contacts?email=${encodeURIComponent(email)}`, headers });
    await send({ method: 'DELETE', path: `/api/v1/contacts?email=${encodeURIComponent(email)}`, headers });
    await send({ path: `/api/v1/reports/website?timeframe=${PRIVATE.query}`, headers });
    await send({ path: `/${PRIVATE.query}?${PRIVATE.query}=1`, headers: { 'x-private': PRIVATE.header } });
    await send({ path: '/api/v1/areas', headers: { authorization: `Bearer ${PRIVATE.header}` } });
    for (const text of BREAKERS) {
      const encoded = encodeURIComponent(text);
      await contact({ email: 'breaker@example.com', first_name: text, [text]: text });
      await send({ path: `/api/v1/contacts?email=${encoded}`, headers });
      await send({ path: `/api/v1/reports/campaigns/${encoded}`, headers });
      await send({ path: `/${encoded}` });
      await send({ path: '/healthz', headers: { 'user-agent': text.replaceAll(/[^\x20-\x7e]/g, '?') } });
    }
    await contact('{"email":');
  }

  async function attackCollector(key: string): Promise<void> {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': PRIVATE.header,
    };
    const event = { type: 'view', website_id: 1, visitor: PRIVATE.visitor };
    const collect = (events: unknown) =>
      send({ method: 'POST', path: '/collect/events', headers, body: JSON.stringify(events) });
    expect((await collect([{ ...event, id: PRIVATE.eventId }])).status).toBe(503);
    const named = BREAKERS.map((text) => ({ ...event, type: text, id: text }));
    expect((await collect(named)).status).toBe(200);
    await send({ method: 'POST', path: '/collect/events', headers, body: `[${PRIVATE.visitor}` });
  }

  async function attackTools(token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const text of [PRIVATE.tool, ...BREAKERS]) {
      for (const message of [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_websites', arguments: { [text]: text } } },
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: text } },
        { jsonrpc: '2.0', id: text, method: text, params: text },
        { [text]: text },
        text,
      ]) {
        await send({ method: 'POST', path: '/mcp', headers, body: JSON.stringify(message) });
        const modern = { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
        await send({ method: 'POST', path: '/mcp', headers: modern, body: JSON.stringify(message) });
      }
    }
  }

  async function attackLogin(): Promise<void> {
    const person = new BrowserlessPerson(baseUrl);
    const query = new URLSearchParams({
      client_id: 'dashboard',
      response_type: 'code',
      redirect_uri: `${baseUrl}/callback`,
      scope: 'reports',
      state: PRIVATE.query,
      login_hint: PRIVATE.email,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const page = await person.open(`${baseUrl}/oauth/authorize?${query}`);
    await person.logIn(page, PRIVATE.email, PRIVATE.password);
    for (const text of BREAKERS) await person.logIn(page, text, PRIVATE.password);
    const end = await person.logIn(page, PRIVATE.email, 'the right password');
    const code = new URL(end.url).searchParams.get('code')!;
    const exchangeCode = (form: Readonly<Record<string, string>>) =>
      send({
        method: 'POST',
        path: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ grant_type: 'authorization_code', client_id: 'dashboard', ...form })),
      });
    await exchangeCode({ code: PRIVATE.code, code_verifier: PRIVATE.code });
    await exchangeCode({ code, code_verifier: PRIVATE.code });
    await send({ path: `/oauth/authorize?client_id=${PRIVATE.query}&redirect_uri=${PRIVATE.query}` });
    await send({ path: `/oauth/interaction/${PRIVATE.code}` });
    secrets.push('the right password', code, ...person.cookieValues);
  }

  async function attackProtocol(): Promise<void> {
    const { header, query } = PRIVATE;
    for (const bytes of [
      `GET /${query} HTTP/1.1\r\nHost: a\r\nX: ${header}\u0000\r\n\r\n`,
      `GET /${query}/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      `${query}\r\n\r\n`,
      `POST /api/v1/contacts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${query}`,
    ]) {
      await exchange(baseUrl, bytes, 5);
      sent += 1;
    }
  }
});
