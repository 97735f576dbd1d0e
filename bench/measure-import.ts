// The speed and memory of the import command, and the speed of JSON.parse alone on the same file.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FUNNEL = fileURLToPath(new URL('../bin/funnel', import.meta.url));
const POLL_MS = 20;
/** Files of any length are parsed in pieces, because a string can't be longer than half a gigabyte. */
const PIECE_BYTES = 16 * 1024 * 1024;
const IN_MEMORY_BYTES = 128 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface ImportMeasure {
  readonly eventsPerSecond: number;
  readonly peakMib: number;
}

/** The database must be empty. */
export async function measureImport(
  databaseUrl: string,
  catalogPath: string,
  eventsPath: string,
): Promise<ImportMeasure> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  execFileSync(FUNNEL, ['migrate'], { env });
  execFileSync(FUNNEL, ['import', 'catalog', catalogPath], { env });
  const startedAt = performance.now();
  const { accepted, peakMib } = await runImport(eventsPath, env);
  return { eventsPerSecond: accepted / ((performance.now() - startedAt) / 1_000), peakMib };
}

async function runImport(path: string, env: NodeJS.ProcessEnv): Promise<{ accepted: number; peakMib: number }> {
  const child = spawn(FUNNEL, ['import', 'events', path, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let peakMib = 0;
  // The system tracks the maximum, so the last value is the peak.
  const poll = setInterval(() => {
    peakMib = peakMibOf(child.pid!) ?? peakMib;
  }, POLL_MS);
  let output = '';
  for await (const text of child.stdout) output += text;
  clearInterval(poll);
  const { accepted, rejected } = JSON.parse(output);
  if (rejected > 0) throw new Error(`${rejected} events were rejected`);
  return { accepted, peakMib };
}

function peakMibOf(pid: number): number | undefined {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? undefined : Number(kib) / 1_024;
  } catch {
    // It has just ended.
    return undefined;
  }
}

/** Lines per second to read, split and parse the file, piece by piece in this thread. */
export function measureParse(path: string): number {
  const startedAt = performance.now();
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(PIECE_BYTES);
  let lines = 0;
  for (let unfinished = 0; ; ) {
    const end = unfinished + readSync(file, piece, unfinished, PIECE_BYTES - unfinished, null);
    if (end === unfinished) break;
    const start = piece.lastIndexOf(NEWLINE, end - 1) + 1;
    lines += parseLines(piece.toString('utf8', 0, start));
    unfinished = piece.copy(piece, 0, start, end);
  }
  closeSync(file);
  return lines / ((performance.now() - startedAt) / 1_000);
}

function parseLines(text: string): number {
  const lines = linesOf(text);
  for (const line of lines) JSON.parse(line);
  return lines.length;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  // The last line ends with a newline, too.
  lines.pop();
  return lines;
}

/** Lines per second of parsing alone. Uses the first lines of the file, read into memory and split before. */
export function measureParseInMemory(path: string): number {
  const piece = readFileSync(path).subarray(0, IN_MEMORY_BYTES);
  const lines = linesOf(piece.toString('utf8', 0, piece.lastIndexOf(NEWLINE) + 1));
  const startedAt = performance.now();
  for (const line of lines) JSON.parse(line);
  return lines.length / ((performance.now() - startedAt) / 1_000);
}
