// The problem for an id that is not on the website. It is the same whether another website has the id or none does.
import type { Queries } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';

export function notFound(what: string, id: number, param = 'id'): Problem {
  return new Problem(404, `No ${what} ${id} on this website.`, { param });
}

/** Throws a problem of status 404 if the website does not have the campaign. `param`: the parameter that names it. */
export async function requireCampaign(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  id: number,
  param = 'id',
): Promise<{ readonly name: string }> {
  const [campaign] = await database.query<{ name: string }>(
    'SELECT name FROM campaigns WHERE website_id = $1 AND id = $2',
    [websiteId, id],
  );
  if (!campaign) throw notFound('campaign', id, param);
  return campaign;
}
