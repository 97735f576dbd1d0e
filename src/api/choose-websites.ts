// The tenant check of every operation: selects the caller's websites that a call covers.
import type { ChosenWebsite, SeveralWebsites, WebsiteRule } from '../operations/define-operation.ts';
import { Problem } from '../problem.ts';

export interface RequestedWebsites {
  readonly website_id?: number;
  readonly website_ids?: readonly number[];
}

/** `own` are the ids that the caller may see, ascending. Throws 400 if an id is required, 404 if an id is not theirs. */
export function chooseWebsites(
  rule: WebsiteRule,
  requested: RequestedWebsites,
  own: readonly number[],
): ChosenWebsite | SeveralWebsites {
  if (rule === 'all') return { websiteIds: own };
  return rule === 'chosen' ? { websiteId: chosen(requested, own) } : { websiteIds: subset(requested, own) };
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

/** `website_id` limits the call to itself, `website_ids` to a subset. */
function subset(
  { website_id: id, website_ids: ids = [] }: RequestedWebsites,
  own: readonly number[],
): readonly number[] {
  if (id !== undefined) requireOwn(id, own, 'website_id');
  for (const each of ids) requireOwn(each, own, 'website_ids');
  if (id !== undefined) return [id];
  return ids.length === 0 ? own : [...new Set(ids)].sort((a, b) => a - b);
}

/** The same problem whether the website belongs to another tenant or does not exist. */
function requireOwn(id: number, own: readonly number[], param: string): void {
  if (!own.includes(id)) throw new Problem(404, `No website ${id} for this token.`, { param });
}
