// Parses the query of an address. The same ones are asked for again and again: each is parsed once.
import { parse } from 'node:querystring';

const QUERIES_KEPT_MAX = 1_000;
const LENGTH_KEPT_MAX = 500;
/** Any number of names: the address as a whole has a limit. */
const OPTIONS = { maxKeys: 0 };

type Query = Readonly<Record<string, string | readonly string[]>>;

export function queryParser(): (text: string) => Query {
  const queries = new Map<string, Query>();
  return (text) => {
    const known = queries.get(text);
    if (known) return known;
    const query = frozen(parse(text, '&', '=', OPTIONS) as Record<string, string | string[]>);
    if (text.length <= LENGTH_KEPT_MAX) {
      if (queries.size >= QUERIES_KEPT_MAX) queries.clear();
      queries.set(text, query);
    }
    return query;
  };
}

/** It is shared by requests, so nobody may change it. */
function frozen(query: Record<string, string | string[]>): Query {
  for (const value of Object.values(query)) Object.freeze(value);
  return Object.freeze(query);
}
