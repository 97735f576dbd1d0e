// Runs before each test file: property tests try the same examples in every run. PROPERTY_SEED=7 tries others. What a file sets for all
// its properties ends with the file, although files share a worker.
import fc from 'fast-check';
import { IS_LONG } from './long.ts';

const SEED_BY_DEFAULT = 1;

/** Of each property that has no number of its own. */
const EXAMPLES = IS_LONG ? 100 : 40;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? SEED_BY_DEFAULT), numRuns: EXAMPLES });
