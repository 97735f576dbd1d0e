import type { Scope } from '../../../contract/access/principal.ts';
import type { OperationList } from '../../api/operations.ts';

/** The one scope of all tools: a client is authorized before its message is read, which names the tool. */
export function scopeOfTools({ tools, extendedTools }: OperationList): Scope {
  const [scope, ...others] = new Set([...tools, ...extendedTools].map(({ scope }) => scope));
  if (scope === undefined || others.length > 0) throw new Error('The tools must share one scope.');
  return scope;
}
