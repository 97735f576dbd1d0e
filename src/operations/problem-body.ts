// The response body of every error (RFC 9457).
import { STATUS_CODES } from 'node:http';
import type { Problem } from '../problem.ts';

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code?: string;
  readonly param?: string;
}

export function problemBody({ status, message, options: { code, param } }: Problem): ProblemBody {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  };
}
