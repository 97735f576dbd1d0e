// The one shape of every error that leaves the service (RFC 9457).
import { STATUS_CODES } from 'node:http';

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code?: string;
  readonly param?: string;
}

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

  toBody(): ProblemBody {
    const { code, param } = this.options;
    return {
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      ...(code !== undefined && { code }),
      ...(param !== undefined && { param }),
    };
  }
}
