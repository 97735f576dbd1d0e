// On SQLite, intervals are built in a separate thread: merging sketches must not block the requests of a server.
import { Thread } from '../../foundation/threads/thread.ts';
import type { IntervalBuilder, Step } from './build-intervals.ts';

export type IntervalRequest = { readonly websiteId: number; readonly today: number } | { readonly step: Step };

export class IntervalThread implements IntervalBuilder {
  readonly #thread: Thread<IntervalRequest, Step | undefined>;

  constructor(databaseUrl: string) {
    this.#thread = new Thread(new URL('./interval-worker.ts', import.meta.url), { databaseUrl });
  }

  begin(websiteId: number, today: number): Promise<Step | undefined> {
    return this.#thread.call({ websiteId, today });
  }

  proceed(step: Step): Promise<Step | undefined> {
    return this.#thread.call({ step });
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
