// An error response of the API (RFC 9457) as an Error.

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** The field or parameter that is wrong. */
  readonly param: string | undefined;

  constructor(status: number, detail: string, code?: string, param?: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

export function problemOf(status: number, body: unknown): ApiProblem {
  const { detail, code, param } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const message = typeof detail === 'string' ? detail : `The service returned status ${status}.`;
  return new ApiProblem(status, message, stringOf(code), stringOf(param));
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
