// Names for tokens.
import type { Token } from '../api/tokens.ts';

export const AUDIENCES: Readonly<Record<Token['audience'], string>> = { rest: 'REST API', tools: 'AI assistant' };

export function creatorName({ user_id, user_email }: Pick<Token, 'user_id' | 'user_email'>): string {
  return user_id === null ? 'Operator' : (user_email ?? 'Deleted user');
}

export function tokenName({ id, name }: Pick<Token, 'id' | 'name'>): string {
  return name ?? `Token ${id}`;
}
