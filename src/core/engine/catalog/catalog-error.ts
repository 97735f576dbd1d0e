// What is wrong with a catalog document, and where.

const PROBLEMS_SHOWN_MAX = 20;

export interface CatalogProblem {
  /** A path such as `accounts[0].websites[1].name`. */
  readonly path: string;
  readonly message: string;
}

export class CatalogError extends Error {
  readonly problems: readonly CatalogProblem[];

  constructor(problems: readonly CatalogProblem[]) {
    const shown = problems
      .slice(0, PROBLEMS_SHOWN_MAX)
      .map(({ path, message }) => `${path || '(document)'}: ${message}`);
    if (problems.length > shown.length) shown.push(`… and ${problems.length - shown.length} more`);
    super(`The catalog was not imported:\n  ${shown.join('\n  ')}`);
    this.problems = problems;
  }
}
