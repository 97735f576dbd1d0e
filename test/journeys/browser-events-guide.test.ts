// The guide to events from browsers is true: its commands are run in a shell, in their order, by the real command line against
// the real service, and print what the guide shows.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { machineEnvironment } from '../support/machine-environment.ts';
import { TestService } from '../support/test-service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUIDE = readFileSync(new URL('../../docs/browser-events.md', import.meta.url), 'utf8');
/** Finds by its first words a block of commands, without the lines that show an answer. */
const BLOCKS = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => {
  const lines = block!.trimEnd().split('\n');
  return {
    commands: lines.filter((line) => !line.startsWith('# ')).join('\n'),
    answers: lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2)),
  };
});

let service: TestService;

beforeAll(async () => {
  service = await TestService.start('sqlite');
});

afterAll(() => service.dispose());

function runInShell(commands: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const script = commands.replaceAll('http://localhost:8080', service.url);
  const variables = { ...machineEnvironment(), DATABASE_URL: service.ingestion.url, ...env };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const shell = spawn('sh', ['-ec', script], { cwd: ROOT, env: variables, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  shell.stdout.on('data', (piece: Buffer) => {
    output += piece;
  });
  shell.on('error', reject);
  shell.on('close', (code) =>
    code === 0 ? resolve(output) : reject(new Error(`${commands} ended with ${code}: ${output}`)),
  );
  return promise;
}

it('creates a key, sends an event and a contact, and changes settings', async () => {
  const [keys, sending, settings, contacts] = BLOCKS;
  expect(BLOCKS).toHaveLength(4);
  const [create, list, revoke] = keys!.commands.split('\n');
  const [, key] = /(fpk_\S+)/.exec(await runInShell(create!))!;
  expect(await runInShell(list!)).toContain(key);

  const sent = await runInShell(sending!.commands, { PUBLIC_KEY: key! });
  expect(JSON.parse(sent)).toEqual(JSON.parse(sending!.answers[0]!));
  expect(await runInShell(settings!.commands)).toMatch(/^browser-orders +on$/m);
  expect(await runInShell(contacts!.commands, { PUBLIC_KEY: key! })).toContain(contacts!.answers[0]!);

  const [, id] = /^(\d+)/m.exec(await runInShell(list!))!;
  expect(await runInShell(revoke!.replace(/\d+$/, id!))).toContain(`Revoked ingest key ${id}`);
  expect(await runInShell(sending!.commands, { PUBLIC_KEY: key! })).toContain('"status":401');
});
