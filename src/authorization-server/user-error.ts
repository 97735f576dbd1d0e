/** What was asked for can't be done; the message says why. */
export class UserError extends Error {}
