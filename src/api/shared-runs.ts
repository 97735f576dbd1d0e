// Equal questions that are asked at the same time share one run. It is given up when the last one who waits for it is gone.

interface SharedRun<Result> {
  readonly result: Promise<Result>;
  readonly abandoned: AbortController;
  waiting: number;
}

export class SharedRuns<Result> {
  readonly #runs = new Map<string, SharedRun<Result>>();

  /** Rejects with the reason of `gone` as soon as that is aborted. `start` is told when nobody waits any more. */
  run(key: string, start: (abandoned: AbortSignal) => Promise<Result>, gone?: AbortSignal): Promise<Result> {
    if (gone?.aborted) return Promise.reject(gone.reason);
    const shared = this.#runs.get(key) ?? this.#start(key, start);
    shared.waiting++;
    if (!gone) return shared.result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(gone.reason);
        if (--shared.waiting === 0) this.#abandon(key, shared, gone.reason);
      };
      gone.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => gone.removeEventListener('abort', leave));
    });
  }

  #start(key: string, start: (abandoned: AbortSignal) => Promise<Result>): SharedRun<Result> {
    const abandoned = new AbortController();
    const result = start(abandoned.signal);
    const shared = { result, abandoned, waiting: 0 };
    this.#runs.set(key, shared);
    const forget = () => this.#forget(key, shared);
    result.then(forget, forget);
    return shared;
  }

  #abandon(key: string, shared: SharedRun<Result>, reason: unknown): void {
    // Whoever asks from now on must not be given the end of something abandoned.
    this.#forget(key, shared);
    shared.abandoned.abort(reason);
  }

  #forget(key: string, shared: SharedRun<Result>): void {
    if (this.#runs.get(key) === shared) this.#runs.delete(key);
  }
}
