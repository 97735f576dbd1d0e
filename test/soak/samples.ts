// What the process uses, as the system and the service itself tell, and whether that stays where it is.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inspector } from './inspector.ts';
import type { SoakService } from './service.ts';

const MIB = 1024 * 1024;
const EVERY_MS = 1_000;
const FIFTHS = 5;
const RATIO_MAX = 1.1;

interface Sample {
  readonly rssMib: number;
  /** The heap of the main thread. */
  readonly heapMib: number;
  readonly files: number;
  readonly handles: number;
  readonly loopDelayMs: number;
}

export interface Fifth {
  /** The median of all its samples. */
  readonly median: Sample;
  /** The sample at its end, after a garbage collection. */
  readonly left: Sample;
}

/** A sample every second and, at the end of each fifth of the time, one of what is left without the garbage. */
export async function takeSamples(service: SoakService, until: number, onSample: () => void): Promise<Fifth[]> {
  using inspector = await Inspector.connect(service.inspectorUrl);
  const startedAt = performance.now();
  const fifths: Fifth[] = [];
  for (let fifth = 1; fifth <= FIFTHS; fifth++) {
    const end = startedAt + ((until - startedAt) * fifth) / FIFTHS;
    const samples: Sample[] = [];
    do {
      await sleep(EVERY_MS);
      samples.push(await takeSample(service));
      onSample();
    } while (performance.now() < end);
    await inspector.collectGarbage();
    fifths.push({ median: medianOf(samples), left: await takeSample(service) });
  }
  return fifths;
}

async function takeSample({ pid, url }: SoakService): Promise<Sample> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  const [, rssKib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    rssMib: Number(rssKib) / 1024,
    heapMib: metric('nodejs_heap_size_used_bytes') / MIB,
    files: readdirSync(`/proc/${pid}/fd`).length,
    handles: metric('nodejs_active_handles_total'),
    loopDelayMs: metric('nodejs_eventloop_lag_p99_seconds') * 1_000,
  };
}

function medianOf(samples: readonly Sample[]): Sample {
  const of = (figure: keyof Sample) =>
    percentile(
      samples.map((sample) => sample[figure]),
      0.5,
    );
  return {
    rssMib: of('rssMib'),
    heapMib: of('heapMib'),
    files: of('files'),
    handles: of('handles'),
    loopDelayMs: of('loopDelayMs'),
  };
}

interface Watched {
  readonly what: string;
  /** What more there may be in the last fifth than in the third, besides a tenth. */
  readonly room: number;
  of(fifth: Fifth): number;
}

const WATCHED: readonly Watched[] = [
  { what: 'memory after a garbage collection (MiB)', room: 16, of: ({ left }) => left.rssMib },
  { what: 'heap after a garbage collection (MiB)', room: 16, of: ({ left }) => left.heapMib },
  { what: 'open files', room: 20, of: ({ median }) => median.files },
  { what: 'handles', room: 20, of: ({ median }) => median.handles },
];

/** One sentence for each figure that has grown over the second half. */
export function growth(fifths: readonly Fifth[]): string[] {
  return WATCHED.flatMap(({ what, room, of }) => {
    const [before, after] = [of(fifths[2]!), of(fifths[4]!)];
    if (after <= before * RATIO_MAX + room) return [];
    return [`${what}: from ${before.toFixed(1)} in the third fifth to ${after.toFixed(1)} in the last`];
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
