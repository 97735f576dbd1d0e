// The tenant check of every operation: selects the caller's websites, or the user's account, that a call covers. Then the role
// check: whether the user may do this there. The tenant comes first, because a website of another tenant must look as if it did not exist.
import type { Principal } from '../../contract/access/principal.ts';
import { type AccountRole, includesRole, type Role } from '../../contract/access/role.ts';
import type {
  ChosenAccount,
  ChosenWebsite,
  ReadRule,
  SeveralWebsites,
} from '../../contract/operations/define-operation.ts';
import { Problem } from '../../foundation/problem/problem.ts';

export interface RequestedWebsites {
  readonly website_id?: number;
  readonly website_ids?: readonly number[];
}

interface RequestedAccount {
  readonly account_id?: number;
}

/** Throws 400 if an id is required, 422 if ids contradict each other, 404 if one is not the caller's, 403 if the role does not suffice. */
export function chooseWebsites(
  rule: ReadRule,
  needed: Role,
  requested: RequestedWebsites,
  { websiteIds: own, roles }: Pick<Principal, 'websiteIds' | 'roles'>,
): ChosenWebsite | SeveralWebsites {
  if (rule === 'chosen') {
    const websiteId = chosen(requested, own);
    if (roles) requireRole(websiteId, needed, roles);
    return { websiteId };
  }
  const isNamed = rule === 'subset' && (requested.website_id !== undefined || requested.website_ids?.length);
  const websiteIds = rule === 'all' ? own : subset(requested, own);
  // Every role includes the first one, so most reads need no further look.
  if (!roles || needed === 'viewer') return { websiteIds };
  if (isNamed) for (const id of websiteIds) requireRole(id, needed, roles);
  const allowed = websiteIds.filter((id) => hasRole(id, needed, roles));
  if (allowed.length === 0)
    throw new Problem(403, `None of your websites lets you do this: it needs the role ${needed}.`);
  return { websiteIds: allowed };
}

function chosen({ website_id: requested }: RequestedWebsites, own: readonly number[]): number {
  const id = requested ?? (own.length === 1 ? own[0] : undefined);
  if (id === undefined) {
    throw new Problem(400, 'The token grants several websites: name one of them with website_id.', {
      code: 'website_id_required',
      param: 'website_id',
    });
  }
  requireOwn(id, own, 'website_id');
  return id;
}

/** `website_id` limits the call to one website, `website_ids` to several, both together to one of these. */
function subset(
  { website_id: id, website_ids: ids = [] }: RequestedWebsites,
  own: readonly number[],
): readonly number[] {
  if (id !== undefined && ids.length > 0 && !ids.includes(id)) {
    const detail = `website_id is ${id}, which website_ids does not have. Send one of them alone.`;
    throw new Problem(422, detail, { code: 'invalid_website_id', param: 'website_id' });
  }
  if (id !== undefined) requireOwn(id, own, 'website_id');
  for (const each of ids) requireOwn(each, own, 'website_ids');
  if (id !== undefined) return [id];
  return ids.length === 0 ? own : [...new Set(ids)].sort((a, b) => a - b);
}

/** Throws the same problem whether the website belongs to another tenant or does not exist. */
function requireOwn(id: number, own: readonly number[], param: string): void {
  if (!own.includes(id)) throw new Problem(404, `No website ${id} for this token.`, { param });
}

function hasRole(websiteId: number, needed: Role, roles: ReadonlyMap<number, Role>): boolean {
  const role = roles.get(websiteId);
  return role !== undefined && includesRole(role, needed);
}

function requireRole(websiteId: number, needed: Role, roles: ReadonlyMap<number, Role>): void {
  if (hasRole(websiteId, needed, roles)) return;
  throw new Problem(403, `Your role on website ${websiteId} is ${roles.get(websiteId)}. This needs ${needed}.`);
}

/** Throws 400 if an id is required, 404 if the account is not the user's, 403 if the role does not suffice. */
export function chooseAccount(
  needed: Role,
  { account_id: requested }: RequestedAccount,
  own: readonly AccountRole[],
): ChosenAccount {
  const id = requested ?? (own.length === 1 ? own[0]!.id : undefined);
  if (id === undefined) {
    throw new Problem(400, 'You belong to several accounts: name one of them with account_id.', {
      code: 'account_id_required',
      param: 'account_id',
    });
  }
  const account = own.find((each) => each.id === id);
  if (!account) throw new Problem(404, `There is no account ${id}.`, { param: 'account_id' });
  // Whoever leaves needs no role. A role on some websites is none in the account, whatever it is.
  if (account.isOnChosenWebsites && needed !== 'viewer') {
    throw new Problem(403, `Your role in account ${id} is for chosen websites. This needs ${needed} in the account.`);
  }
  if (includesRole(account.role, needed)) return { accountId: id };
  throw new Problem(403, `Your role in account ${id} is ${account.role}. This needs ${needed}.`);
}
