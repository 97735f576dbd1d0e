// Why an attempt to deliver a message failed. The message is for everybody: it names nothing of the operator's network. Its cause
// is for the log.

interface DeliveryErrorOptions extends ErrorOptions {
  /** No later attempt would succeed. */
  readonly permanent?: boolean;
  /** The receiver takes nothing any more: no later message would succeed. */
  readonly gone?: boolean;
  /** How long the receiver asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

export class DeliveryError extends Error {
  readonly permanent: boolean;
  readonly gone: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    { permanent = false, gone = false, retryAfterMs, ...options }: DeliveryErrorOptions = {},
  ) {
    super(message, options);
    this.permanent = permanent || gone;
    this.gone = gone;
    this.retryAfterMs = retryAfterMs;
  }

  get causeText(): string | undefined {
    return this.cause instanceof Error ? this.cause.message : undefined;
  }
}
