// Waiting in tests for what happens elsewhere: in another process, a thread, a database or on a socket.
import { setTimeout as delay } from 'node:timers/promises';
import { WAIT_MS_MAX } from './time-limits.ts';

interface Waiting {
  /** 0: ask again as soon as everything else has had its turn. */
  readonly pauseMs?: number;
  readonly msMax?: number;
}

/** Asks again and again. It gives up before the test does, and then the failure says what never happened. */
export async function waitUntil(
  what: string,
  hasHappened: () => boolean | Promise<boolean>,
  { pauseMs = 5, msMax = WAIT_MS_MAX }: Waiting = {},
): Promise<void> {
  const endMs = performance.now() + msMax;
  while (!(await hasHappened())) {
    if (performance.now() > endMs) throw new Error(`Waited ${msMax / 1_000} seconds in vain until ${what}.`);
    await (pauseMs > 0 ? delay(pauseMs) : new Promise(setImmediate));
  }
}
