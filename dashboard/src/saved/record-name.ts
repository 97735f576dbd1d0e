/** Of everything that people keep on a website under a name. */
export const RECORD_NAME_LENGTH_MAX = 80;
