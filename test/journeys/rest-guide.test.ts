// The REST guide is true: its commands are run in a shell, in their order, against the demo's data, and each answer has
// the fields that the guide shows, with values of the same kind.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { dayOfTimestampMs } from '../../src/core/engine/rollups/calendar.ts';
import { demoCatalog } from '../../src/extensions/demo/catalog.ts';
import { DEMO_DAYS, demoEventChunks } from '../../src/extensions/demo/events.ts';
import { batchOf } from '../support/events.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';

/** Enough for every window of the guide; the whole demo has more than a year. */
const DAYS = 20;

interface Example {
  readonly command: string;
  readonly answer: unknown;
}

const GUIDE = readFileSync(new URL('../../docs/rest.md', import.meta.url), 'utf8');
const EXAMPLES: Example[] = [...GUIDE.matchAll(/```sh\n(.*?)```\n\n```json\n(.*?)```/gs)].map(
  ([, command, answer]) => ({
    command: command!,
    answer: JSON.parse(answer!),
  }),
);

let service: TestService;
let token: string;

beforeAll(async () => {
  const now = new Date();
  const today = dayOfTimestampMs(now.getTime());
  service = await TestService.start('sqlite', { catalog: demoCatalog(today), clock: new TestClock(now.toISOString()) });
  // The first days of a demo that ends later: the days before need not be made.
  const days = demoEventChunks(today + DEMO_DAYS - DAYS);
  for (let day = 0; day < DAYS; day++) await service.ingestion.stages.commitSent([batchOf(days.next().value)]);
  token = await service.token([1, 2], { scopes: [...SCOPES] });
});
afterAll(() => service.dispose());

it('has an answer for every command', () => {
  expect(EXAMPLES).toHaveLength([...GUIDE.matchAll(/```sh\n/g)].length);
  expect(EXAMPLES.length).toBeGreaterThan(10);
});

it('gives the answers that it shows, one command after the other', async () => {
  for (const { command, answer } of EXAMPLES) {
    expectLike(JSON.parse(await runInShell(command)), answer, `answer to ${command}`);
  }
});

it('the example of the typed client runs as it is', async () => {
  const [, example] = /```ts\n(import .*?)```/s.exec(GUIDE)!;
  const output = await runInShell(`node --conditions=@funnel/source --input-type=module-typescript --eval "$EXAMPLE"`, {
    EXAMPLE: example!,
  });
  expect(output).toContain('views');
});

function runInShell(command: string, variables?: Record<string, string>): Promise<string> {
  const environment = { ...process.env, ...variables, FUNNEL: service.url, TOKEN: token };
  return new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-c', command], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    shell.stdout.on('data', (piece: Buffer) => {
      output += piece;
    });
    shell.on('error', reject);
    shell.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`))));
  });
}

/** Everything that the guide shows is there; texts other than … are the same, other values are of the same kind. */
function expectLike(actual: unknown, shown: unknown, place: string): void {
  if (typeof shown === 'string' && shown !== '…' && !/^\d/.test(shown)) expect(actual, place).toBe(shown);
  expect(kindOf(actual), place).toBe(kindOf(shown));
  if (Array.isArray(shown)) {
    expect((actual as unknown[]).length, place).toBeGreaterThanOrEqual(shown.length);
    shown.forEach((entry, index) => {
      expectLike((actual as unknown[])[index], entry, `${place}[${index}]`);
    });
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown)) {
      expectLike((actual as Record<string, unknown>)[key], value, `${place}.${key}`);
    }
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
