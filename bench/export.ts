// An export of many events beside a collector that goes on taking others: how many a second, and how much memory, compared with a tenth of
// the events. Memory must not grow with them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs } from '../src/engine/rollups/calendar.ts';
import { fillEventLog } from './event-log-data.ts';
import { measureLoad } from './http-load.ts';
import { startCollector } from './measure-collector.ts';
import { FUNNEL } from './measure-import.ts';
import { perSecond, printTable, verdict } from './table.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 5_000_000);
const EVENTS_PER_SECOND_GOAL = 300_000;
const MEMORY_GROWTH_GOAL = 1.5;
/** Again and again until the exports are done. */
const LOAD = { connections: 4, seconds: 1 };
const LOOK_MS = 50;

interface Measured {
  readonly rows: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly mebibytesMax: number;
}

export async function benchExport(): Promise<void> {
  const rows = [['events', 'format', 'rows', 'rows a second', 'a second of processor time', 'MiB at most', 'goal']];
  const memory: number[] = [];
  for (const events of [EVENTS / 10, EVENTS]) {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-export-'));
    try {
      for (const [format, measured] of await measureFormats(folder, events)) {
        const rate = measured.rows / measured.seconds;
        if (format === 'parquet') memory.push(measured.mebibytesMax);
        rows.push([
          ...[events.toLocaleString('en'), format, measured.rows.toLocaleString('en'), perSecond(rate)],
          ...[perSecond(measured.rows / measured.processorSeconds), measured.mebibytesMax.toFixed(0)],
          events === EVENTS
            ? verdict(rate >= EVENTS_PER_SECOND_GOAL, `at least ${perSecond(EVENTS_PER_SECOND_GOAL)}`)
            : '',
        ]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  printTable('Exports beside a collector', rows);
  const [few, many] = memory as [number, number];
  console.log(
    verdict(many <= MEMORY_GROWTH_GOAL * few, `memory for ten times the events: ${(many / few).toFixed(2)} x`),
  );
}

async function measureFormats(folder: string, events: number): Promise<[string, Measured][]> {
  const databaseUrl = `sqlite:${join(folder, 'collector.db')}`;
  await fillEventLog(databaseUrl, events, dayOfTimestampMs(Date.now()));
  const catalogPath = join(folder, 'catalog.json');
  writeFileSync(catalogPath, JSON.stringify({ accounts: [] }));
  const collector = await startCollector(folder, catalogPath);
  const request = collector.requestOf('server', [{ type: 'view', website_id: 1, visitor: 'v' }]);
  let isMeasuring = true;
  const traffic = (async () => {
    while (isMeasuring) await measureLoad({ ...request, ...LOAD, port: collector.port });
  })();
  const measured: [string, Measured][] = [];
  for (const format of ['parquet', 'ndjson']) {
    measured.push([format, await measureExport(databaseUrl, join(folder, format), format)]);
  }
  isMeasuring = false;
  await traffic;
  await collector.stop();
  return measured;
}

async function measureExport(databaseUrl: string, to: string, format: string): Promise<Measured> {
  const start = performance.now();
  const args = ['export', '--website', '1', '--to', to, '--format', format, '--json'];
  const child = spawn(FUNNEL, args, {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (piece) => {
    printed += piece;
  });
  let [mebibytesMax, processorSeconds] = [0, 0];
  const looks = setInterval(() => {
    const { mebibytes, seconds } = usageOf(child.pid!);
    mebibytesMax = Math.max(mebibytesMax, mebibytes);
    processorSeconds = Math.max(processorSeconds, seconds);
  }, LOOK_MS);
  await once(child, 'close');
  clearInterval(looks);
  const seconds = (performance.now() - start) / 1_000;
  rmSync(to, { recursive: true });
  return { rows: (JSON.parse(printed) as { rows: number }).rows, seconds, processorSeconds, mebibytesMax };
}

const TICKS_PER_SECOND = 100;

/** Of a process that runs, on Linux. */
function usageOf(pid: number): { readonly mebibytes: number; readonly seconds: number } {
  try {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return {
      mebibytes: Number(kibibytes ?? 0) / 1024,
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    };
  } catch {
    return { mebibytes: 0, seconds: 0 };
  }
}
