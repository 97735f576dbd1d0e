// Names for tokens.
import type { Token } from '../api/tokens.ts';
import { t } from '../language/t.ts';

export const AUDIENCES: Readonly<Record<Token['audience'], string>> = {
  rest: t('access.restApi'),
  tools: t('access.aiAssistant'),
};

export function creatorName({ user_id, user_email }: Pick<Token, 'user_id' | 'user_email'>): string {
  return user_id === null ? t('common.operator') : (user_email ?? t('common.deletedUser'));
}

export function tokenName({ id, name }: Pick<Token, 'id' | 'name'>): string {
  return name ?? t('access.tokenById', { id });
}
