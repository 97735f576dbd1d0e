// The logger of a request, which adds the request id to each line. It is created with the first line, because most requests
// log nothing. Fastify would create one for every request, which takes as long as checking its token.
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

type Line = Parameters<FastifyBaseLogger['info']>;

class RequestLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #args: Parameters<FastifyBaseLogger['child']>;
  #created: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, ...args: Parameters<FastifyBaseLogger['child']>) {
    this.#parent = parent;
    this.#args = args;
  }

  get level(): string {
    return this.#logger.level;
  }

  set level(level: string) {
    this.#logger.level = level;
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#logger.child(...args);
  }

  fatal(...line: Line): void {
    this.#logger.fatal(...line);
  }

  error(...line: Line): void {
    this.#logger.error(...line);
  }

  warn(...line: Line): void {
    this.#logger.warn(...line);
  }

  info(...line: Line): void {
    this.#logger.info(...line);
  }

  debug(...line: Line): void {
    this.#logger.debug(...line);
  }

  trace(...line: Line): void {
    this.#logger.trace(...line);
  }

  silent(...line: Line): void {
    this.#logger.silent(...line);
  }

  get #logger(): FastifyBaseLogger {
    this.#created ??= this.#parent.child(...this.#args);
    return this.#created;
  }
}

export const requestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (parent, bindings, options) =>
  new RequestLogger(parent, bindings, options) as FastifyBaseLogger;
