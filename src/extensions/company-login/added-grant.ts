// What the authorization server knows of identity assertions before it starts: without an issuer, it does not accept them.
import type { AddedGrant } from '../../core/manage/authorization-server/applications/added-grant.ts';
import type { EnterpriseIssuer } from './identity-assertions.ts';

const ASSERTION_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export function assertionGrant(issuers: readonly EnterpriseIssuer[]): readonly AddedGrant[] {
  if (issuers.length === 0) return [];
  return [
    {
      type: ASSERTION_GRANT_TYPE,
      profile: 'urn:ietf:params:oauth:grant-profile:id-jag',
      load: async () => (await import('./assertion-grant.ts')).acceptAssertionsOf(issuers, ASSERTION_GRANT_TYPE),
    },
  ];
}
