// Proves that a form was made here for this very interaction. The interaction is known by a signed cookie of its own, so a
// form that another site makes a browser send has neither.
import { createHmac, timingSafeEqual } from 'node:crypto';

export class FormTokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  make(interactionId: string): string {
    return createHmac('sha256', this.#key).update(interactionId).digest('base64url');
  }

  isRight(interactionId: string, given: string): boolean {
    const [expected, actual] = [Buffer.from(this.make(interactionId)), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
