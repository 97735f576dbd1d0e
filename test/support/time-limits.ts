// How long tests may take. Only what hangs takes this long: on a machine that others keep busy, what takes a minute may take five.

export const TEST_MS_MAX = 600_000;
/** Hooks build the demo and the pages. */
export const HOOK_MS_MAX = 2 * TEST_MS_MAX;
/** How long a test waits for something. It is less than the test has, so that it fails with what was expected. */
export const WAIT_MS_MAX = TEST_MS_MAX / 3;
