// The Link header of a page (RFC 8288).

type Parameters = Readonly<Record<string, string | number | undefined>>;

export function pageLinks(address: string, parameters: Parameters, page: number, pageCount: number): string {
  const last = Math.max(1, pageCount);
  const targets = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  return Object.entries(targets)
    .map(([relation, target]) => `<${address}?${queryOf({ ...parameters, page: target })}>; rel="${relation}"`)
    .join(', ');
}

function queryOf(parameters: Parameters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.append(name, String(value));
  }
  return query;
}
