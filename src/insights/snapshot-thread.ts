// Builds snapshots in a worker thread, so that uniting weeks of sketches does not block the server's requests.
import type { InsightsSnapshot } from '../reports/website-insights.ts';
import { Thread } from '../threads/thread.ts';
import type { SnapshotBuilder, SnapshotRequest } from './snapshot.ts';

export class SnapshotThread implements SnapshotBuilder {
  readonly #thread: Thread<SnapshotRequest, InsightsSnapshot | undefined>;

  constructor(databaseUrl: string, connectionsMax = 1) {
    this.#thread = new Thread(new URL('./snapshot-worker.ts', import.meta.url), { databaseUrl, connectionsMax });
  }

  build(request: SnapshotRequest): Promise<InsightsSnapshot | undefined> {
    return this.#thread.call(request);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
