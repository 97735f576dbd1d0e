// What the API says when it can't answer (RFC 9457), as an error.

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
  const text = typeof detail === 'string' ? detail : `The service answered with status ${status}.`;
  return new ApiProblem(status, text, typeof code === 'string' ? code : undefined);
}
