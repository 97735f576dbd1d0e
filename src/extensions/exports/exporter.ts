// A scheduled export, in the thread of the caller or in one of its own.
import { listWebsites } from '../../core/engine/catalog/list-websites.ts';
import type { ExactBounds } from '../../core/engine/event-log/questions/unique-visitors.ts';
import { openReadSnapshot } from '../../core/foundation/database/open/open.ts';
import { Thread } from '../../core/foundation/threads/thread.ts';
import { type ExportResult, type MissingWebsite, runExport, type WrittenFiles } from './run-export.ts';
import { asProblem } from './targets/export-problem.ts';
import { openTarget, type TargetOptions } from './targets/open-target.ts';
import type { openReaders } from './website-readers.ts';

export interface ScheduledExport extends TargetOptions {
  /** undefined: all websites that there are. */
  readonly websiteIds: readonly number[] | undefined;
  readonly everyHours: number;
}

export interface ExporterData {
  readonly databaseUrl: string;
  readonly scheduled: ScheduledExport;
  readonly bounds: ExactBounds;
}

export interface WrittenWebsite extends WrittenFiles {
  readonly websiteId: number;
}

interface DamagedWebsite {
  readonly websiteId: number;
  readonly message: string;
}

export interface ScheduledResult extends Omit<ExportResult, 'missing'> {
  readonly websites: readonly WrittenWebsite[];
  readonly damaged: readonly DamagedWebsite[];
  readonly missing: readonly MissingWebsite[];
}

export interface Exporter {
  /** Goes on with what the target has. Throws what `asProblem` makes of an error. */
  run(nowMs: number): Promise<ScheduledResult>;
  /** Ends a run, too. It can be used again. */
  stop(): Promise<void>;
}

export class DirectExporter implements Exporter {
  readonly #data: ExporterData;
  readonly #openReaders: typeof openReaders | undefined;

  constructor(data: ExporterData, readers?: typeof openReaders) {
    this.#data = data;
    this.#openReaders = readers;
  }

  async run(nowMs: number): Promise<ScheduledResult> {
    try {
      return await this.#run(nowMs);
    } catch (error) {
      throw asProblem(error);
    }
  }

  async #run(nowMs: number): Promise<ScheduledResult> {
    const { databaseUrl, scheduled, bounds } = this.#data;
    const websiteIds = scheduled.websiteIds ?? (await knownWebsites(databaseUrl));
    const request = { websiteIds, isScheduled: true, hasStableVisitors: false, hasContacts: false };
    const websites: WrittenWebsite[] = [];
    const onWebsite = (websiteId: number, written: WrittenFiles) => websites.push({ websiteId, ...written });
    const damaged: DamagedWebsite[] = [];
    const onDamage = (websiteId: number, message: string) => damaged.push({ websiteId, message });
    const missing: MissingWebsite[] = [];
    const onMissing = (website: MissingWebsite) => missing.push(website);
    const source = {
      ...{ databaseUrl, now: new Date(nowMs), bounds, onWebsite, onDamage, onMissing },
      ...(this.#openReaders && { openReaders: this.#openReaders }),
    };
    return { ...(await runExport(source, request, openTarget(scheduled))), websites, damaged, missing };
  }

  async stop(): Promise<void> {}
}

async function knownWebsites(databaseUrl: string): Promise<number[]> {
  const reader = await openReadSnapshot(databaseUrl);
  try {
    return (await listWebsites(reader)).map(({ id }) => id);
  } finally {
    await reader.close();
  }
}

/** Encoding and compressing take most of the time of an export: they must not hold up the requests of the server. */
export class ExportThread implements Exporter {
  readonly #thread: Thread<number, ScheduledResult>;

  constructor(data: ExporterData) {
    this.#thread = new Thread(new URL('./export-worker.ts', import.meta.url), data);
  }

  run(nowMs: number): Promise<ScheduledResult> {
    return this.#thread.call(nowMs);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
