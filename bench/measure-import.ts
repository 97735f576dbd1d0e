// How fast a file is imported by the real command, how much memory that takes, and how fast its lines go through
// JSON.parse alone.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FUNNEL = fileURLToPath(new URL('../bin/funnel', import.meta.url));
const POLL_MS = 20;

export interface ImportMeasure {
  readonly eventsPerSecond: number;
  readonly peakMib: number;
}

/** In a database that is empty. */
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
  // The system keeps the highest value itself: the last one that is read is the peak.
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

/** Lines per second: the file is read, split and parsed, in this thread. */
export function measureParse(path: string): number {
  const startedAt = performance.now();
  let lines = 0;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    JSON.parse(line);
    lines++;
  }
  return lines / ((performance.now() - startedAt) / 1_000);
}
