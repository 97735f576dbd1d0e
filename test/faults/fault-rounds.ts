// How often the fault tests break something, and by which chance. FAULT_ROUNDS=200 npx vitest run test/faults looks longer;
// one round suits every run. FAULT_SEED=7 takes other chances; a failure says which seed it had.

import type { Engine } from '../../src/core/foundation/database/database.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { ANY_ENGINE, ENGINES } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import { TEST_MS_MAX } from '../support/time-limits.ts';

const ROUNDS_BY_DEFAULT = IS_LONG ? 3 : 1;
const SEED_BY_DEFAULT = 1;

export const FAULT_ROUNDS = Number(process.env.FAULT_ROUNDS ?? ROUNDS_BY_DEFAULT);
const FAULT_SEED = Number(process.env.FAULT_SEED ?? SEED_BY_DEFAULT);

/** Where what is broken is a process: the statements and their transactions are the same on both engines. */
export const FAULT_ENGINES: readonly Engine[] = FAULT_ROUNDS > 1 ? ENGINES : ANY_ENGINE;

/** The limit of a test that breaks something that often on one engine, or a few times at least. */
export const FAULT_TEST_MS_MAX = TEST_MS_MAX + FAULT_ROUNDS * 100_000;

/** Each round has chances of its own, so that a round that failed can be run again alone. */
export async function inRounds(rounds: number, run: (random: Random, round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    try {
      await run(new Random(FAULT_SEED * 1_000_003 + round), round);
    } catch (error) {
      if (error instanceof Error) error.message = `FAULT_SEED=${FAULT_SEED}, round ${round}: ${error.message}`;
      throw error;
    }
  }
}
