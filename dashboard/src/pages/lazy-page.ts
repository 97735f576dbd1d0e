import { type ComponentType, lazy } from 'react';

/** A page whose script is loaded when the page is opened. */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}
