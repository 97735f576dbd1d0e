// A client that knows how an answer may look while something is broken: as ever, or as a clean problem, or not at all.
import { WAIT_MS_MAX } from '../support/time-limits.ts';

const INTERNALS = /\.[tj]s\b|node_modules|\n\s+at |sqlite|postgres|ECONN|ENOSPC|errno/i;

export interface FaultAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** undefined where there is none. */
  readonly body: unknown;
}

/** The connection broke before the whole answer was there: what was asked for may have been done or not. */
export class NoAnswerError extends Error {}

/** A clean 503. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`refused: ${code}`);
    this.code = code;
  }

  /** Else nothing was done. The authorization server takes several steps, and some of them may have been taken. */
  get isUncertain(): boolean {
    return this.code === 'commit_unknown' || this.code === 'temporarily_unavailable';
  }
}

export class UnexpectedAnswerError extends Error {}

export class FaultClient {
  readonly address: string;
  /** Clean refusals, by code. */
  readonly refusals = new Map<string, number>();

  constructor(address: string) {
    this.address = address;
  }

  /** An answer with one of these statuses; throws NoAnswerError, RefusedError, or what fails the test. */
  async send(path: string, init: RequestInit, statuses: readonly number[]): Promise<FaultAnswer> {
    const { answer, text } = await this.#fetch(path, init);
    if (statuses.includes(answer.status)) return answer;
    const context = `${init.method ?? 'GET'} ${path} answered ${answer.status}: ${text}`;
    if (answer.status !== 503) throw new UnexpectedAnswerError(context);
    const code = refusalCode(answer, text);
    if (code === undefined) throw new UnexpectedAnswerError(`not a clean refusal: ${context}`);
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
    throw new RefusedError(code);
  }

  /** `ready`, or the code of the refusal. It is looked up once a second, so wait for what you expect. */
  readiness(): Promise<string> {
    return this.send('/readyz', {}, [200]).then(
      () => 'ready',
      (error: unknown) => {
        if (error instanceof RefusedError) return error.code;
        throw error;
      },
    );
  }

  get(path: string, token: string): Promise<FaultAnswer> {
    return this.send(path, { headers: { authorization: `Bearer ${token}` } }, [200]);
  }

  async #fetch(path: string, init: RequestInit): Promise<{ answer: FaultAnswer; text: string }> {
    try {
      // Longer than the service takes for anything, however broken its database is.
      const signal = AbortSignal.timeout(WAIT_MS_MAX);
      const response = await fetch(this.address + path, { ...init, signal });
      const text = await response.text();
      const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
      const body = isJson && text !== '' ? JSON.parse(text) : undefined;
      return { answer: { status: response.status, headers: response.headers, body }, text };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') throw new UnexpectedAnswerError(`${path} did not answer`);
      throw new NoAnswerError(String(error), { cause: error });
    }
  }
}

/** undefined: it is not clean. The authorization server speaks OAuth (RFC 6749), everything else problems (RFC 9457). */
function refusalCode({ status, headers, body }: FaultAnswer, text: string): string | undefined {
  const { code, error, status: named } = (body ?? {}) as { code?: string; error?: string; status?: number };
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') && named === status;
  if (!(Number(headers.get('retry-after')) > 0) || INTERNALS.test(text)) return undefined;
  return isProblem ? code : error;
}
