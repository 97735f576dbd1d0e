// Turns the parameters of a call into the operation's typed input.
import type { Operation } from '../operations/define-operation.ts';
import { parseInput } from '../operations/parameters.ts';
import type { Services } from './operations.ts';

export interface ParsedInput {
  /** All parameters, those that name websites included. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What the handler gets: the others. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Equal queries have equal keys. */
  readonly queryKey: string;
}

/** Throws a problem of status 422. */
export function parseCall(
  operation: Operation<Services>,
  given: Readonly<Record<string, unknown>>,
  today: number,
): ParsedInput {
  const parameters = parseInput(operation.input, given);
  const { website_id: _id, website_ids: _ids, ...query } = parameters;
  operation.check?.(query, today);
  return { parameters, query, queryKey: JSON.stringify(query) };
}
