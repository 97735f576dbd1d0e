// An error response of the API (RFC 9457) as an Error.

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, detail: string, code?: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export function problemOf(status: number, body: unknown): ApiProblem {
  const { detail, code } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const message = typeof detail === 'string' ? detail : `The service returned status ${status}.`;
  return new ApiProblem(status, message, typeof code === 'string' ? code : undefined);
}
