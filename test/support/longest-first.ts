// The order in which the test runner starts the files: the longest first, so that no worker is busy alone in the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In seconds, on two processors. Files that are not here take less than eight, or are new: they come next, by size. */
const SECONDS: Readonly<Record<string, number>> = {
  'test/browser/dashboard.test.ts': 190,
  'test/browser/first-run.test.ts': 60,
  'test/authorization-server/profile.test.ts': 58,
  'test/browser/chat-view.test.ts': 45,
  'test/faults/server-killed.test.ts': 40,
  'test/authorization-server/single-sign-on.test.ts': 37,
  'test/authorization-server/offboarding.test.ts': 33,
  'test/faults/sqlite-processes.test.ts': 32,
  'test/rollups/store-random-streams.test.ts': 32,
  'test/database/citus-cluster.test.ts': 30,
  'test/demo/events.test.ts': 30,
  'test/faults/slow-database.test.ts': 30,
  'test/eval/eval.test.ts': 28,
  'test/security/roles.test.ts': 27,
  'test/faults/intervals-killed.test.ts': 26,
  'test/surfaces/segment/sdks.test.ts': 26,
  'test/security/tenant-isolation.test.ts': 25,
  'test/tracker/websites.test.ts': 25,
  'test/rollups/build-intervals.test.ts': 24,
  'test/tracker/delivery.test.ts': 24,
  'test/contract/openapi-requests.test.ts': 23,
  'test/nodes/shutdown.test.ts': 23,
  'test/reports/intervals.test.ts': 22,
  'test/api-client/packed.test.ts': 21,
  'test/browser/without-passwords.test.ts': 20,
  'test/commands/setup-link.test.ts': 20,
  'test/commands/doctor.test.ts': 19,
  'test/insights/noise-weeks.test.ts': 19,
  'test/security/metacharacters.test.ts': 19,
  'test/resources/edit-catalog.test.ts': 18,
  'test/database/copy.test.ts': 16,
  'test/tracker/firefox.test.ts': 16,
  'test/browser/reference.test.ts': 15,
  'test/journeys/oauth-browser.test.ts': 15,
  'test/faults/postgres-away.test.ts': 14,
  'test/faults/sqlite-file-replaced.test.ts': 14,
  'test/surfaces/mcp/oauth.test.ts': 14,
  'test/commands/forget.test.ts': 13,
  'test/faults/clock-jumps.test.ts': 12,
  'test/authorization-server/attacks.test.ts': 11,
  'test/commands/serve.test.ts': 11,
  'test/faults/bad-clients.test.ts': 11,
  'test/faults/live-beside-import.test.ts': 11,
  'test/security/data-in.test.ts': 11,
  'test/tracker/views.test.ts': 11,
  'test/surfaces/dashboard/password-resets.test.ts': 10,
  'test/authorization-server/ended-sessions.test.ts': 9,
  'test/commands/backup.test.ts': 9,
  'test/commands/doctor-deep.test.ts': 9,
  'test/experiments/simulation.test.ts': 9,
  'test/notifications/notifications.test.ts': 9,
  'test/reports/random-answers.test.ts': 9,
  'test/resources/catalog.test.ts': 9,
  'test/security/raw-http.test.ts': 9,
  'test/commands/copy.test.ts': 8,
  'test/faults/disk-full.test.ts': 8,
  'test/faults/import-killed.test.ts': 8,
  'test/insights/kill-and-restart.test.ts': 8,
  'test/reports/freshness.test.ts': 8,
  'test/surfaces/mcp/same-answers.test.ts': 8,
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
