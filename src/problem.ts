// What is told to a caller whose request can't be answered. problem-body.ts gives it the shape in which it leaves.

export interface ProblemOptions {
  readonly code?: string;
  /** The parameter or field at fault. */
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer for the caller: its `detail` is meant for their eyes, and says what to do. */
export class Problem extends Error {
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(status: number, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.status = status;
    this.options = options;
  }
}
