// An error response for the caller. contract/operations/problem-body.ts turns it into a response body.

export interface ProblemOptions {
  readonly code?: string;
  /** The parameter or field at fault. */
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The `detail` is shown to the caller, and says how to fix the request. */
export class Problem extends Error {
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(status: number, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.status = status;
    this.options = options;
  }
}
