// The parameters that an operation can't do without, for tests that call every operation. Ids and websites are not among them.

/** The parameters by the name of the operation. */
const NEEDED: Readonly<Record<string, string>> = {
  get_funnel: 'step=view&step=order',
  explain_change: 'metric=conversions',
  list_values: 'dimension=device',
  search: 'query=popup',
  get_paths: 'from=view',
  import_history: 'tool=umami&file_name=days.json',
};

/** The query of a request to this operation. */
export function queryWith(operation: string, given: Readonly<Record<string, string>>): URLSearchParams {
  const query = new URLSearchParams(NEEDED[operation]);
  for (const [name, value] of Object.entries(given)) query.append(name, value);
  return query;
}
