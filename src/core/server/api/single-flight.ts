// Single flight: equal concurrent requests share one call. It is aborted when the last client that waits for it disconnects.

interface SharedCall<Result> {
  readonly result: Promise<Result>;
  readonly abandoned: AbortController;
  waiting: number;
}

export class SingleFlight<Result> {
  readonly #calls = new Map<string, SharedCall<Result>>();

  /** Rejects as soon as `disconnected` is aborted. The signal passed to `start` is aborted when no client waits any more. */
  run(key: string, start: (abandoned: AbortSignal) => Promise<Result>, disconnected?: AbortSignal): Promise<Result> {
    if (disconnected?.aborted) return Promise.reject(disconnected.reason);
    const shared = this.#calls.get(key) ?? this.#start(key, start);
    shared.waiting++;
    if (!disconnected) return shared.result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(disconnected.reason);
        if (--shared.waiting === 0) this.#abandon(key, shared, disconnected.reason);
      };
      disconnected.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => disconnected.removeEventListener('abort', leave));
    });
  }

  #start(key: string, start: (abandoned: AbortSignal) => Promise<Result>): SharedCall<Result> {
    const abandoned = new AbortController();
    const result = start(abandoned.signal);
    const shared = { result, abandoned, waiting: 0 };
    this.#calls.set(key, shared);
    const remove = () => this.#remove(key, shared);
    result.then(remove, remove);
    return shared;
  }

  #abandon(key: string, shared: SharedCall<Result>, reason: unknown): void {
    // Later requests must not get the result of an aborted call.
    this.#remove(key, shared);
    shared.abandoned.abort(reason);
  }

  #remove(key: string, shared: SharedCall<Result>): void {
    if (this.#calls.get(key) === shared) this.#calls.delete(key);
  }
}
