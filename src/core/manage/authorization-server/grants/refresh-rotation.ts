// Rotation of refresh tokens that tolerates concurrent refreshes. Clients refresh once for each call that got a 401, so the
// same refresh token may be used several times at once. All of these requests get the same new refresh token: a grant never
// has two chains of tokens, so later use of a stolen copy is still detected.
// Why: docs/decisions/tokens.md, "A refresh token works again for 10 seconds".
import { createHmac } from 'node:crypto';
import { Provider } from 'oidc-provider';

/** How long after its first use a refresh token is still accepted. */
export const REFRESH_GRACE_S = 10;

interface RefreshTokenModel {
  generateTokenId(): string;
}

/** Derives each new refresh token from the one that it replaces, with a secret key. */
export function deriveRotatedTokens(provider: Provider, key: string): void {
  const model = provider.RefreshToken.prototype as unknown as RefreshTokenModel;
  const { generateTokenId } = model;
  model.generateTokenId = function (this: RefreshTokenModel) {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!rotated) return generateTokenId.call(this);
    return createHmac('sha256', key).update(rotated.jti).digest('base64url');
  };
}
