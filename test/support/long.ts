// `npm test` runs what shows that a rule holds. `npm run test:long` also runs what shows it again: on the other engine, with more chances
// and examples, in another browser, as a package. See "How the tests are built" in CONTRIBUTING.md.

/** Whether this is `npm run test:long`. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** How many examples of a property are tried that has `all` of them in the long run. */
export function examples(all: number): number {
  return IS_LONG ? all : Math.ceil(all / 4);
}
