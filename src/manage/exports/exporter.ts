// A scheduled export, in the thread of the caller or in one of its own.
import { listWebsites } from '../../engine/catalog/list-websites.ts';
import type { ExactBounds } from '../../engine/event-log/questions/unique-visitors.ts';
import { openReadSnapshot } from '../../foundation/database/open/open.ts';
import { Thread } from '../../foundation/threads/thread.ts';
import { openTarget, type TargetOptions } from './open-target.ts';
import { type ExportResult, runExport } from './run-export.ts';

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

export interface Exporter {
  /** Goes on with what the target has. */
  run(nowMs: number): Promise<ExportResult>;
  /** Ends a run, too. It can be used again. */
  stop(): Promise<void>;
}

export class DirectExporter implements Exporter {
  readonly #data: ExporterData;

  constructor(data: ExporterData) {
    this.#data = data;
  }

  async run(nowMs: number): Promise<ExportResult> {
    const { databaseUrl, scheduled, bounds } = this.#data;
    const known = await knownWebsites(databaseUrl);
    // A website that was erased is removed from the target, too.
    const websiteIds = scheduled.websiteIds?.filter((id) => known.includes(id)) ?? known;
    const request = { websiteIds, isContinued: true, hasStableVisitors: false, hasContacts: false };
    return runExport({ databaseUrl, now: new Date(nowMs), bounds }, request, openTarget(scheduled));
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
  readonly #thread: Thread<number, ExportResult>;

  constructor(data: ExporterData) {
    this.#thread = new Thread(new URL('./export-worker.ts', import.meta.url), data);
  }

  run(nowMs: number): Promise<ExportResult> {
    return this.#thread.call(nowMs);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
