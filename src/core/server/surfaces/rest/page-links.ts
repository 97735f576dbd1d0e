// The Link header of a page (RFC 8288).
import type { Pagination } from '../../../contract/operations/define-operation.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** `parameters` are those of the request. */
export function pageLinks(
  url: string,
  { page: _, ...others }: Parameters,
  { number: page, count }: Pagination,
): string {
  const last = Math.max(1, count);
  const targets = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  return Object.entries(targets)
    .map(([relation, target]) => `<${url}?${queryOf({ ...others, page: target })}>; rel="${relation}"`)
    .join(', ');
}

function queryOf(parameters: Parameters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.append(name, String(value));
  }
  return query;
}
