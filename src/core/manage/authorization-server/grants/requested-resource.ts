// Checks the `resource` of a token request before the code or refresh token is used up. The library checks it afterwards, so
// a client with a wrong `resource` would have to send the user through the login again.
import { errors, Provider } from 'oidc-provider';
import type { ProtectedResources } from './resources.ts';

interface Consumable {
  readonly resource?: string | string[];
  consume(): Promise<void>;
}

export function checkResourceBeforeUse(provider: Provider, resources: ProtectedResources): void {
  for (const { prototype } of [provider.AuthorizationCode, provider.RefreshToken]) {
    const model = prototype as unknown as Consumable;
    const { consume } = model;
    model.consume = function (this: Consumable) {
      useGrantedResource(this.resource, resources);
      return consume.call(this);
    };
  }
}

/** The library compares strings, so another spelling is replaced with the one that was granted. */
function useGrantedResource(granted: unknown, resources: ProtectedResources): void {
  const parameters = Provider.ctx?.oidc.params;
  if (parameters?.resource === undefined) return;
  const requested = resources.find(parameters.resource);
  if (!requested || requested !== resources.find(granted)) {
    throw new errors.InvalidTarget('the resource is not the one that was authorized');
  }
  parameters.resource = granted;
}
