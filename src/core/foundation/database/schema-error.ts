/** This version of the program can't use the database as it is; the message says what to do. */
export class SchemaError extends Error {}
