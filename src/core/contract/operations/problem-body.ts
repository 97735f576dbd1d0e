// The response body of every error (RFC 9457).
import { STATUS_CODES } from 'node:http';
import type { Problem } from '../../foundation/problem/problem.ts';

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code?: string;
  readonly param?: string;
}

/** The code of a problem that has none of its own. The specification has none for 401, 403 and 404. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  405: 'method_not_allowed',
  415: 'unsupported_media_type',
};

export function problemBody({ status, message, options }: Problem): ProblemBody {
  const { code = CODE_OF_STATUS[status], param } = options;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  };
}
