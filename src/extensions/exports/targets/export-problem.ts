// Why an export failed, for people who may not know where it goes: a code, in which there is no path, host, bucket or name of a website.
import { DatabaseUnavailableError } from '../../../core/foundation/database/database.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { EXPORT_PROBLEMS, ExportError, type ExportProblem } from './export-target.ts';

/** Codes of the operating system and of PostgreSQL. */
const PROBLEM_BY_CODE: readonly (readonly [RegExp, ExportProblem])[] = [
  [/^(ENOSPC|EDQUOT|53100)$/, 'full'],
  [/^(EACCES|EPERM|EROFS|28\w{3}|42501)$/, 'keys_refused'],
  [
    /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08\w{3}|57P0\d)$/,
    'unreachable',
  ],
  [/^(ENOENT|ENOTDIR|3D000)$/, 'no_target'],
];

export function problemOf(error: unknown, unknown: ExportProblem = 'unexpected'): ExportProblem {
  if (error instanceof ExportError) return error.problem;
  // What is exported, not where: the errors of targets are their own.
  if (error instanceof DatabaseUnavailableError) return 'unreachable';
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const known = typeof code === 'string' && PROBLEM_BY_CODE.find(([codes]) => codes.test(code));
  return known ? known[1] : unknown;
}

/** Keeps the code on its way from the thread that exports. */
export function asProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const problem = new Problem(503, message, { code: problemOf(error) });
  problem.cause = error;
  return problem;
}

/** The code of what an exporter has thrown. */
export function problemOfRun(error: unknown): ExportProblem {
  const code = error instanceof Problem ? error.options.code : undefined;
  return EXPORT_PROBLEMS.find((known) => known === code) ?? 'unexpected';
}
