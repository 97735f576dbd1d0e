// Why an attempt to deliver a message failed, in words for people.

export interface DeliveryErrorOptions extends ErrorOptions {
  /** No later attempt would succeed. */
  readonly permanent?: boolean;
  /** How long the receiver asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

export class DeliveryError extends Error {
  readonly permanent: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { permanent = false, retryAfterMs, ...options }: DeliveryErrorOptions = {}) {
    super(message, options);
    this.permanent = permanent;
    this.retryAfterMs = retryAfterMs;
  }
}
