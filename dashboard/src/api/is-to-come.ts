import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether the answer to what a query asks for now is still to come. Meanwhile there may be an earlier answer to something else. Asking
 * again for an answer that is there does not count.
 */
export function isToCome({ isPending, isPlaceholderData }: Pick<UseQueryResult, 'isPending' | 'isPlaceholderData'>) {
  return isPending || isPlaceholderData;
}
