import { Problem } from '../../../foundation/problem/problem.ts';

/** What was asked for can't be done; the message says why. */
export class UserError extends Error {}

/** Serves input that comes over HTTP: a UserError becomes a problem of status 422 that names the field. */
export async function asProblem<Result>(param: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) throw new Problem(422, error.message, { code: `invalid_${param}`, param });
    throw error;
  }
}
