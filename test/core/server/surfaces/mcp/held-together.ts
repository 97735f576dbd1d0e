// SDK 1 gives up on a 401 that comes after another call has refreshed. So all calls get their 401 before the first one refreshes.

export const PARALLEL_CALLS = 4;

export function heldTogether(): typeof fetch {
  let refused = 0;
  let all = Promise.withResolvers<void>();
  return async (url, init) => {
    const response = await fetch(url, init);
    const hasToken = new Headers(init?.headers).has('authorization');
    if (response.status !== 401 || !hasToken || init?.method !== 'POST') return response;
    const held = all.promise;
    refused++;
    if (refused === PARALLEL_CALLS) {
      all.resolve();
      all = Promise.withResolvers();
      refused = 0;
    }
    await held;
    return response;
  };
}
