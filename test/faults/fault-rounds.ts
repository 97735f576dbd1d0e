// How often the fault tests kill. FAULT_ROUNDS=200 npx vitest run test/faults looks longer; the default suits every run.

const ROUNDS_BY_DEFAULT = 5;

export const FAULT_ROUNDS = Number(process.env.FAULT_ROUNDS ?? ROUNDS_BY_DEFAULT);

/** For a test that kills that often on one engine. */
export const FAULT_TEST_MS_MAX = 60_000 + FAULT_ROUNDS * 20_000;
