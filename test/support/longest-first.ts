// The order in which the test runner starts the files: the longest first, so that no worker is busy alone in the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds of processor time, of the worker and of the processes that it starts. Wall time would depend on what runs beside a file. Files
 * that are not here take less than four, or are new: they come next, by size. To measure: TEST_TIMES=times.ndjson npx vitest run. Measured
 * on a busy machine, some with more cases than they have now. The evaluation built the demo, which the dashboard then shared.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/browser/dashboard.test.ts': 53,
  'test/eval/eval.test.ts': 40,
  'test/dashboard/components.test.tsx': 13,
  'test/browser/first-run.test.ts': 8,
  'test/faults/slow-database.test.ts': 8,
  'test/nodes/shutdown.test.ts': 8,
  'test/faults/postgres-away.test.ts': 7,
  'test/faults/bad-clients.test.ts': 7,
  'test/security/tenant-isolation.test.ts': 7,
  'test/core/engine/event-log/store.test.ts': 5,
  'test/browser/chat-view.test.ts': 6,
  'test/core/server/commands/copy.test.ts': 4,
  'test/core/server/commands/import.test.ts': 5,
  'test/extensions/company-login/single-sign-on.test.ts': 6,
  'test/core/server/commands/serve.test.ts': 6,
  'test/faults/sqlite-processes.test.ts': 6,
  'test/security/metacharacters.test.ts': 5,
  'test/core/answers/reports/segments.test.ts': 4,
  'test/contract/openapi.test.ts': 5,
  'test/journeys/rest-guide.test.ts': 5,
  'test/core/server/commands/doctor.test.ts': 5,
  'test/faults/event-log-killed.test.ts': 5,
  'test/tracker/delivery.test.ts': 5,
  'test/extensions/demo/events.test.ts': 5,
  'test/core/foundation/database/copy.test.ts': 5,
  'test/extensions/notifications/notifications.test.ts': 5,
  'test/tracker/websites.test.ts': 5,
  'test/nodes/tokens.test.ts': 5,
  'test/faults/sqlite-file-replaced.test.ts': 4,
  'test/security/roles.test.ts': 5,
  'test/extensions/notifications/scheduled-reports/files.test.ts': 4,
  'test/extensions/protocols/segment/sdks.test.ts': 4,
  'test/core/server/surfaces/http/unread-bodies.test.ts': 4,
  'test/deploy/dockerfile.test.ts': 4,
  'test/capacity/document.test.ts': 4,
  'test/core/intake/collector/collector.test.ts': 4,
  'test/nodes/writes.test.ts': 4,
  'test/tracker/sources.test.ts': 4,
  'test/core/foundation/database/damage.test.ts': 4,
  'test/tracker/views.test.ts': 4,
  'test/faults/live-beside-import.test.ts': 4,
  'test/faults/server-killed.test.ts': 4,
  'test/core/server/surfaces/http/bounds.test.ts': 4,
  'test/deploy/restore.test.ts': 4,
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(b) - rankOf(a));
  }
}

/** Files with a process of their own come first: between the others, they would make workers start again. */
function rankOf({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return Number.MAX_SAFE_INTEGER;
  return SECONDS[moduleId.slice(moduleId.lastIndexOf('/test/') + 1)] ?? 0;
}
