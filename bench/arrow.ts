// The layout of the event log compared with Apache Arrow IPC, which is compressed with zstd, too: one column with a dictionary as a stream
// of its own, because a question reads single columns. docs/decisions/reports.md has what follows from it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { SUBJECT_KIND } from '../src/core/engine/catalog/subject.ts';
import { collectDays } from '../src/core/engine/event-log/format/day-events.ts';
import { mergeRuns } from '../src/core/engine/event-log/format/merge-runs.ts';
import { runOfPending, writePending } from '../src/core/engine/event-log/format/pending.ts';
import { dimensionColumn, type Run } from '../src/core/engine/event-log/format/run.ts';
import { METRIC } from '../src/core/engine/rollups/metric.ts';
import { scramble } from '../src/core/foundation/statistics/random.ts';
import { fieldsOf } from './dimension-data.ts';
import { type Arrow, installArrow } from './install-peers.ts';
import { printTable } from './table.ts';

const EVENT_COUNTS = [1, 13_700];
const COLUMNS = ['device', 'page'] as const;
const EVENTS_PER_VISITOR = 3;
const ROUNDS = 5;
const ROUND_MS = 200;
const DAY = 20_000;

export async function benchArrow(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  try {
    const arrow = await installArrow(folder);
    const encode = (bytes: Uint8Array) => zstdCompressSync(bytes);
    arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, { encode, decode: zstdDecompressSync });
    const rows = [['', 'bytes', 'Arrow', 'ratio', 'time to decode', 'Arrow', 'ratio']];
    for (const eventCount of EVENT_COUNTS) {
      const run = invented(eventCount);
      for (const column of COLUMNS) rows.push(compare(arrow, run, column));
    }
    printTable(`A column of the event log and as Arrow IPC; the best of ${ROUNDS} rounds`, rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Invents a run that a merge could have stored. */
function invented(eventCount: number): Run {
  const events = Array.from({ length: eventCount }, (_, event) => {
    const visitor = Math.floor(event / EVENTS_PER_VISITOR);
    return {
      ...{
        visitorHigh: scramble(visitor),
        visitorLow: visitor,
        day: DAY,
        second: event,
        type: METRIC.views,
        revenue: 0,
      },
      ...{ subject: { kind: SUBJECT_KIND.website, id: 1, viewsCountForParent: false, isHoldout: false, parent: null } },
      dimensions: fieldsOf(visitor, visitor, event),
    };
  });
  const pending = runOfPending(DAY, [writePending(collectDays(events)[0]!)]);
  return mergeRuns([pending])[0]!.run;
}

function compare(arrow: Arrow, run: Run, name: (typeof COLUMNS)[number]): string[] {
  const stored = run.columns.get(name)!;
  const { dictionary, indexes } = dimensionColumn(run, name)!;
  const values = Array.from(indexes.numbers(run.eventCount), (index) => dictionary[index]!);
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Uint16());
  const table = new arrow.Table({ [name]: arrow.vectorFromArray(values, type) });
  // Compressing a short one makes it longer.
  const [ipc] = [null, arrow.CompressionType.ZSTD]
    .map((compression) => arrow.tableToIPC(table, 'stream', compression))
    .sort((a, b) => a.length - b.length) as [Uint8Array];
  const decodeOurs = () => {
    const column = dimensionColumn({ ...run, columns: new Map([[name, stored]]) }, name)!;
    return [column.dictionary, column.indexes.numbers(run.eventCount)] as const;
  };
  const decodeArrow = () => {
    const [data] = arrow.tableFromIPC(ipc).getChildAt(0)!.data;
    return [[...data!.dictionary!.toArray()], data!.values] as const;
  };
  for (const decode of [decodeOurs, decodeArrow]) {
    const [texts, places] = decode();
    if (values.some((value, i) => texts[places[i]!] !== value)) throw new Error(`${name} is not decoded as it was`);
  }
  const [oursMs, arrowMs] = [bestMs(decodeOurs), bestMs(decodeArrow)];
  const what = `${name}, ${run.eventCount.toLocaleString('en-US')} ${run.eventCount === 1 ? 'event' : 'events'}`;
  const ratio = (a: number, b: number) => `${(a / b).toFixed(1)} x`;
  const microseconds = (ms: number) => `${(ms * 1_000).toFixed(1)} µs`;
  return [
    ...[what, String(stored.length), String(ipc.length), ratio(ipc.length, stored.length)],
    ...[microseconds(oursMs), microseconds(arrowMs), ratio(arrowMs, oursMs)],
  ];
}

/** The time of one call. */
function bestMs(call: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    let calls = 0;
    while (performance.now() - start < ROUND_MS) {
      call();
      calls++;
    }
    best = Math.min(best, (performance.now() - start) / calls);
  }
  return best;
}
