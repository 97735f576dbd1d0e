// The same events are imported and collected with two catalogs that differ in one setting, in turns, so that whatever else the machine does
// falls on both.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadPlan } from './http-load.ts';
import { type CollectorMeasure, measureCollector, startCollector } from './measure-collector.ts';
import { type ImportMeasure, measureImport } from './measure-import.ts';
import { median } from './report-service.ts';

interface CollectorLoad extends Pick<LoadPlan, 'connections' | 'newVisitorShare'> {
  readonly what: string;
  readonly events: number;
}

export const LOADS: readonly CollectorLoad[] = [
  { what: 'single events, 64 connections', events: 1, connections: 64 },
  { what: 'batches of 1,000, 8 connections', events: 1_000, connections: 8 },
];

/** The first side is what the second one is compared with. */
type Sides<Value> = readonly [Value, Value];

interface Collected extends CollectorLoad {
  readonly eventsPerSecond: Sides<number>;
  /** The time of an event, in microseconds. */
  readonly processorTime: Sides<number>;
}

export class TwoCatalogs {
  readonly #folder: string;
  readonly #names: Sides<string>;
  readonly #rounds: number;

  /** The names become parts of file names. */
  constructor(folder: string, catalogs: Readonly<Record<string, object>>, rounds: number) {
    this.#folder = folder;
    this.#names = Object.keys(catalogs) as unknown as Sides<string>;
    this.#rounds = rounds;
    for (const [name, catalog] of Object.entries(catalogs)) writeFileSync(this.#path(name), JSON.stringify(catalog));
  }

  #path(name: string): string {
    return join(this.#folder, `catalog-${name}.json`);
  }

  /** Where the first import of a side was stored. */
  databaseUrl(name: string, round = 0): string {
    return `sqlite:${join(this.#folder, `imported-${name}-${round}.db`)}`;
  }

  /** The best of all rounds. Both sides have the same file, or each its own. */
  async imported(...eventsPaths: readonly string[]): Promise<Sides<ImportMeasure>> {
    const measured: Sides<ImportMeasure[]> = [[], []];
    for (let round = 0; round < this.#rounds; round++) {
      for (const [side, name] of this.#names.entries()) {
        const eventsPath = eventsPaths[side] ?? eventsPaths[0]!;
        measured[side]!.push(await measureImport(this.databaseUrl(name, round), this.#path(name), eventsPath));
      }
    }
    const best = (ofSide: readonly ImportMeasure[]) => ({
      eventsPerSecond: Math.max(...ofSide.map((one) => one.eventsPerSecond)),
      peakMib: Math.max(...ofSide.map((one) => one.peakMib)),
    });
    return [best(measured[0]), best(measured[1])];
  }

  /** The medians of all rounds. The services also run their jobs. */
  async collected(
    eventsOf: (count: number, side: number) => readonly object[],
    loads: readonly CollectorLoad[] = LOADS,
  ): Promise<Collected[]> {
    await using cleanup = new AsyncDisposableStack();
    const start = async (name: string) => {
      const collector = await startCollector(this.#folder, this.#path(name), { name, components: 'collect,jobs' });
      cleanup.defer(() => collector.stop());
      return collector;
    };
    const collectors = [await start(this.#names[0]), await start(this.#names[1])];
    const collected: Collected[] = [];
    for (const load of loads) {
      const sent = [eventsOf(load.events, 0), eventsOf(load.events, 1)];
      const measured: Sides<CollectorMeasure[]> = [[], []];
      for (let round = 0; round < this.#rounds; round++) {
        for (const [side, collector] of collectors.entries()) {
          const request = collector.requestOf('server', sent[side]!);
          measured[side]!.push(await measureCollector(collector, request, load));
        }
      }
      const medianOf = (figure: (one: CollectorMeasure) => number): Sides<number> => [
        median(measured[0].map(figure)),
        median(measured[1].map(figure)),
      ];
      collected.push({
        ...load,
        eventsPerSecond: medianOf((one) => one.requestsPerSecond * load.events),
        processorTime: medianOf((one) => one.processorMicroseconds / load.events),
      });
    }
    return collected;
  }
}

/** The second of two rates, of the first. */
export function shareOf([first, second]: Sides<number>): number {
  return second / first;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
