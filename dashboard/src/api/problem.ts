// An error response of the API (RFC 9457) as an Error. The API speaks English: in other languages, its codes have texts in the area
// `problems`, and so have statuses without a code. What has no text is shown as the API says it.
import { t } from '../language/t.ts';

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** The field or parameter that is wrong. */
  readonly param: string | undefined;

  constructor(status: number, message: string, code?: string, param?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

export function problemOf(status: number, body: unknown): ApiProblem {
  const { detail, code, param } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const message = typeof detail === 'string' ? detail : t('problems.unknownStatus', { status: String(status) });
  return new ApiProblem(status, translated(status, code) ?? message, stringOf(code), stringOf(param));
}

function translated(status: number, code: unknown): string | undefined {
  // What the API says is more precise.
  if (t.language === 'en') return undefined;
  const name = typeof code === 'string' ? code : `status${status}`;
  const key = `problems.${name}`;
  return t.has(key) ? t(key as 'problems.busy') : undefined;
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
