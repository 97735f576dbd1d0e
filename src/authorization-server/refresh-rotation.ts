// Rotation of refresh tokens that parallel calls survive. Clients refresh once for each call that got a 401, so the same
// refresh token comes several times within a moment. All of them get the same new refresh token: there is one line of
// tokens for each login and never two, so a copy that is used later is still noticed.
import { createHmac } from 'node:crypto';
import { Provider } from 'oidc-provider';

/** For how long after its first use a refresh token is answered again. */
export const REFRESH_GRACE_S = 10;

interface RefreshTokenModel {
  generateTokenId(): string;
}

/** Derives each new refresh token from the one that it replaces. Without the key, nobody who has an old one can. */
export function deriveRotatedTokens(provider: Provider, key: string): void {
  const model = provider.RefreshToken.prototype as unknown as RefreshTokenModel;
  const { generateTokenId } = model;
  model.generateTokenId = function (this: RefreshTokenModel) {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!rotated) return generateTokenId.call(this);
    return createHmac('sha256', key).update(rotated.jti).digest('base64url');
  };
}
