import { useSyncExternalStore } from 'react';

/** A phone. The CSS has the same width. */
const NARROW = window.matchMedia('(max-width: 480px)');

export function useIsNarrow(): boolean {
  return useSyncExternalStore(onWidthChange, () => NARROW.matches);
}

function onWidthChange(callback: () => void): () => void {
  NARROW.addEventListener('change', callback);
  return () => NARROW.removeEventListener('change', callback);
}
