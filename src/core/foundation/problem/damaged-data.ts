import { Problem } from './problem.ts';

/** What is stored is not what was written. Answering from it would give wrong numbers. */
export class DamagedDataError extends Problem {
  /** `what`: such as `The stored events of website 3 on 2026-11-17`. */
  constructor(what: string) {
    super(
      503,
      `${what} are damaged, so they are not used. The operator of the service finds out more with: funnel doctor --deep.`,
      { code: 'damaged_data' },
    );
  }
}
