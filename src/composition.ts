// What the service is made of: its extensions, and the threads that run their code, too.
import type { Composition } from './core/server/command/extension.ts';
import { EXTENSIONS } from './extensions.ts';

export const COMPOSITION: Composition = {
  extensions: EXTENSIONS,
  scripts: {
    reads: new URL('./read-worker.ts', import.meta.url),
    ingestion: new URL('./ingestion-worker.ts', import.meta.url),
    snapshots: new URL('./snapshot-worker.ts', import.meta.url),
  },
};
