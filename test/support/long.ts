// `npm test` runs what shows that a rule holds; `npm run test:long` runs the same tests with all engines, more chances and more examples.
// See "How the tests are built" in CONTRIBUTING.md.

/** Whether this is `npm run test:long`. */
export const IS_LONG = process.env.TEST_LONG === '1';
