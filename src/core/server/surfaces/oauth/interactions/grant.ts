// What a client is granted: the scopes that the user's role allows, on the websites that the user has chosen.
import { recordAudit } from '../../../../contract/access/audit-log.ts';
import { DASHBOARD_CLIENT_ID, type Scope } from '../../../../contract/access/principal.ts';
import { scopesForRoles } from '../../../../contract/access/role.ts';
import { describeClient } from '../../../../manage/authorization-server/applications/client-description.ts';
import { storeGrant } from '../../../../manage/authorization-server/grants/grants.ts';
import type { OwnWebsite } from '../../../../manage/authorization-server/users/users.ts';
import type { InteractionContext, Started } from './interaction.ts';

interface Consent {
  readonly grantId: string;
  readonly websiteIds: readonly number[];
  readonly scopes: readonly Scope[];
}

/**
 * Returns the scopes that the user's role allows on at least one of the websites. The dashboard gets all of them: its user may
 * choose other websites later, and the role limits each call anyway.
 */
export function allowedScopes({ client, scopes }: Started, websites: readonly OwnWebsite[]): readonly Scope[] {
  if (client.clientId === DASHBOARD_CLIENT_ID) return scopes;
  return scopesForRoles(
    scopes,
    websites.map(({ role }) => role),
  );
}

/** Returns the id of the grant. */
export function createGrant(
  { provider }: InteractionContext,
  { client, interaction, scopes: requested }: Started,
  userId: number,
  scopes: readonly Scope[],
): Promise<string> {
  const grant = new provider.Grant({ accountId: String(userId), clientId: client.clientId });
  const resource = String(interaction.params.resource);
  grant.addResourceScope(resource, scopes.join(' '));
  // Otherwise the library would ask for consent again and again.
  const rejected = requested.filter((scope) => !scopes.includes(scope));
  if (rejected.length > 0) grant.rejectResourceScope(resource, rejected.join(' '));
  return grant.save();
}

export async function storeConsent(
  { database, clock }: InteractionContext,
  { client, redirectUri }: Started,
  userId: number,
  { grantId, websiteIds, scopes }: Consent,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { name } = describeClient(client, redirectUri);
    await storeGrant(tx, grantId, { name, websiteIds });
    // The dashboard is part of the service: signing in to it is recorded as such.
    if (client.clientId === DASHBOARD_CLIENT_ID) return;
    const subject = `${name} (${scopes.join(', ')})`;
    const actor = { userId, via: 'application' } as const;
    await recordAudit(tx, { websiteIds, actor, action: 'application_connected', subject }, clock);
  });
}
