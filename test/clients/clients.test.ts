// The table of clients: real libraries, unmodified and of pinned versions, through everything that a client does. `npm run
// test:clients` prints it, on both engines; with all tests it runs on SQLite.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { ENGINES } from '../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../support/login-service.ts';
import type { TestService } from '../support/test-service.ts';
import { type ClientUnderTest, STEPS, type Step } from './client-under-test.ts';
import { MCP_SDKS } from './mcp-sdks.ts';
import { OAUTH_LIBRARIES } from './oauth-libraries.ts';

const isWhole = process.env.CLIENTS === 'all';
const CLIENTS = [...MCP_SDKS, ...OAUTH_LIBRARIES];

describe.each(isWhole ? ENGINES : ['sqlite' as const])('clients on %s', (engine) => {
  let app: TestService;
  const passed = new Map<ClientUnderTest, Set<Step>>(CLIENTS.map((client) => [client, new Set()]));

  beforeAll(async () => {
    app = await startLoginService(engine);
  });
  afterAll(async () => {
    if (isWhole) console.log(tableOf(engine, passed));
    await app.dispose();
  });

  async function allow(authorizationUrl: URL): Promise<URL> {
    const person = new BrowserlessPerson(app.baseUrl);
    const consent = await person.logIn(await person.open(authorizationUrl), EMAIL, PASSWORD);
    return new URL((await person.allow(consent, [1])).url);
  }

  const expireAccessTokens = () =>
    app.database.transaction((tx) => tx.query("UPDATE issued_tokens SET expires_at = '2020-01-01T00:00:00Z'"));

  it.each(CLIENTS.map((client) => [`${client.name} ${client.version}, ${client.generation}`, client] as const))(
    '%s does every step',
    async (_, client) => {
      const session = client.open({ baseUrl: app.baseUrl, mcpUrl: app.config.mcpUrl });
      onTestFinished(() => session.close());
      let authorizationUrl: URL;
      const steps: Readonly<Record<Step, () => Promise<void>>> = {
        register: async () => {
          authorizationUrl = await session.register();
          expect(authorizationUrl.searchParams.get('client_id')).toMatch(/./);
        },
        'log in': async () => session.logIn(await allow(authorizationUrl)),
        list: async () => expect((await session.list()).length).toBe(client.generation === 'REST' ? 1 : 10),
        call: async () => expect(await session.call()).toEqual([1]),
        'refresh in parallel': async () => {
          await expireAccessTokens();
          for (const websites of await session.callInParallel()) expect(websites).toEqual([1]);
        },
        revoke: async () => {
          await session.revoke();
          await expect(session.call()).rejects.toThrow();
        },
      };
      for (const step of STEPS) {
        await steps[step]().catch((error: unknown) => {
          throw new Error(`The step "${step}" failed.`, { cause: error });
        });
        passed.get(client)!.add(step);
      }
    },
  );
});

function tableOf(engine: string, passed: ReadonlyMap<ClientUnderTest, ReadonlySet<Step>>): string {
  const rows = [...passed].map(([{ name, version, generation }, steps]) => [
    `${name} ${version}`,
    generation,
    ...STEPS.map((step) => (steps.has(step) ? 'yes' : 'NO')),
  ]);
  const all = [['client', 'generation', ...STEPS], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [`\nclients on ${engine}`, ...lines].join('\n');
}
