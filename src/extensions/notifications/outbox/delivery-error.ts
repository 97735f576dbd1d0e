// Why an attempt to deliver a message failed. The reason is for everybody, in their language: it names nothing of the operator's network.
// The cause is for the log.

import type { Sentence } from '../../../../languages/sentence.ts';
import { rootCause } from '../../../core/foundation/database/root-cause.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';

interface DeliveryErrorOptions extends ErrorOptions {
  /** No later attempt would succeed. */
  readonly permanent?: boolean;
  /** The receiver takes nothing any more: no later message would succeed. */
  readonly gone?: boolean;
  /** How long the receiver asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

export class DeliveryError extends Error {
  readonly reason: Sentence;
  readonly permanent: boolean;
  readonly gone: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: Sentence,
    { permanent = false, gone = false, retryAfterMs, ...options }: DeliveryErrorOptions = {},
  ) {
    super(wordsIn()(reason), options);
    this.reason = reason;
    this.permanent = permanent || gone;
    this.gone = gone;
    this.retryAfterMs = retryAfterMs;
  }

  get causeText(): string | undefined {
    return this.cause instanceof Error ? rootCause(this.cause).message : undefined;
  }
}
