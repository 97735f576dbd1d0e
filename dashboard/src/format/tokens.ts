// Words for tokens.
import type { Token } from '../api/tokens.ts';

export const AUDIENCES: Readonly<Record<Token['audience'], string>> = { rest: 'REST API', tools: 'AI assistant' };

export function tokenName({ id, name }: Pick<Token, 'id' | 'name'>): string {
  return name ?? `Token ${id}`;
}
