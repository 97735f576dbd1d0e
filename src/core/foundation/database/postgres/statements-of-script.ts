// Splits a script into its statements. PostgreSQL would take them all at once, but Citus refuses some of them, such as CREATE
// INDEX, among others.

/** A statement: everything up to a semicolon that is not in a string, in a body between `$$`, or in a comment. */
const STATEMENT = /(?:'[^']*'|\$\$[\s\S]*?\$\$|--[^\n]*|[^;'$-]|-(?!-)|\$(?!\$))+/g;

export function statementsOf(sql: string): string[] {
  const statements = sql.match(STATEMENT) ?? [];
  return statements.filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '');
}
