// Runs before each test file: property tests try the same examples in every run. PROPERTY_SEED=7 tries others. What a file sets for all
// its properties ends with the file, although files share a worker.
import fc from 'fast-check';

const SEED_BY_DEFAULT = 1;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? SEED_BY_DEFAULT) });
