import type { Scope } from '../../../contract/access/principal.ts';
import { EXTENDED_TOOL_OPERATIONS, TOOL_OPERATIONS } from '../../api/operations.ts';

/** The one scope of all tools: a client is authorized before its message is read, which names the tool. */
export const TOOLS_SCOPE: Scope = sharedScope();

function sharedScope(): Scope {
  const [scope, ...others] = new Set([...TOOL_OPERATIONS, ...EXTENDED_TOOL_OPERATIONS].map(({ scope }) => scope));
  if (scope === undefined || others.length > 0) throw new Error('The tools must share one scope.');
  return scope;
}
