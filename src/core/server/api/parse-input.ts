// Parses the parameters of a call into the typed input of the operation.
import type { AnyOperation } from '../../contract/operations/define-operation.ts';
import { parseInput } from '../../contract/operations/parameters.ts';

export interface ParsedInput {
  /** All parameters, including those that name websites or an account. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The other parameters, for the handler. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Equal queries have equal keys. */
  readonly queryKey: string;
}

/** The parameters as they were sent, decoded and not checked yet. */
export type SentValues = Readonly<Record<string, unknown>>;

/** Throws a problem of status 422. */
export function parseCall(operation: AnyOperation, values: SentValues, today: number): ParsedInput {
  const parameters = parseInput(operation.input, values);
  const { website_id: _id, website_ids: _ids, account_id: _account, ...query } = parameters;
  operation.check?.(query, today);
  return { parameters, query, queryKey: JSON.stringify(query) };
}
