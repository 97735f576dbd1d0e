// CSRF protection: a token that proves that a form was created here for this interaction. A form from another site has
// neither the token nor the signed cookie of the interaction.
import { createHmac, timingSafeEqual } from 'node:crypto';

export class FormTokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  create(interactionId: string): string {
    return createHmac('sha256', this.#key).update(interactionId).digest('base64url');
  }

  isValid(interactionId: string, token: string): boolean {
    const [expected, actual] = [Buffer.from(this.create(interactionId)), Buffer.from(token)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
