// What a funnel is: its steps, how long they may take, and what it is broken down by. The report takes it, and saved funnels have it.
// Why: docs/decisions/catalog.md, "What each kind of saved record may contain".
import { z } from 'zod';
import { breakDownParameter } from '../../core/answers/reports/parameters.ts';
import { parameter } from '../../core/contract/operations/parameters.ts';
import { type Database, placeholders } from '../../core/foundation/database/database.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { type ParsedStep, type SubjectName, stepParameter } from './funnel-step.ts';

const MINUTES_MAX = 30 * 24 * 60;
export const MINUTES_DEFAULT = 7 * 24 * 60;

export function withinParameter(description: string) {
  return parameter(
    z.int().min(1).max(MINUTES_MAX).default(MINUTES_DEFAULT).describe(description),
    'invalid_within_minutes',
    `must be an integer from 1 to ${MINUTES_MAX} (30 days)`,
  );
}

export const funnelDefinition = {
  ...stepParameter,
  within_minutes: withinParameter('The last step is at most so long after the first. Default: 7 days.'),
  ...breakDownParameter,
};

const TABLES: Readonly<Record<SubjectName, string>> = {
  campaign: 'campaigns',
  variant: 'variants',
  step: 'steps',
  element: 'elements',
};

/** Throws a problem of status 422. Otherwise a wrong id would look like a step that nobody reaches. */
export async function requireSubjects(
  database: Pick<Database, 'query'>,
  websiteId: number,
  steps: readonly ParsedStep[],
  param = 'step',
): Promise<void> {
  const byName = Map.groupBy(
    steps.flatMap(({ subject }) => subject ?? []),
    ({ name }) => name,
  );
  for (const [name, subjects] of byName) {
    const ids = [...new Set(subjects.map(({ id }) => id))];
    const rows = await database.query<{ id: number }>(
      `SELECT id FROM ${TABLES[name]} WHERE website_id = $1 AND id IN (${placeholders(ids.length, 1)})`,
      [websiteId, ...ids],
    );
    const missing = ids.find((id) => rows.every((row) => row.id !== id));
    if (missing === undefined) continue;
    const detail = `Website ${websiteId} has no ${name} ${missing}: take the id from a report on the website.`;
    throw new Problem(422, detail, { code: 'unknown_subject', param });
  }
}
