// Every statement about rows of a website or of an account names it in its condition, or names one record by its key: otherwise it reads or
// changes what belongs to others. The statements are those that the sources write, so none has to be run.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLES } from '../../../../src/core/foundation/database/citus/citus.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { sqlIn } from '../../../support/sql-in-source.ts';

const SRC = fileURLToPath(new URL('../../../../src/', import.meta.url));
const TENANT = ['website_id', 'account_id'];

/** What belongs to a record that has a key of its own: whoever names that record names its website or account. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  access_token_websites: ['token_id'],
  grant_websites: ['grant_hash'],
  outbox_messages: ['subscription_id', 'recipient_id'],
  report_recipients: ['subscription_id'],
};

/** Statements that are about several websites or accounts on purpose. Each begins with its file; lines with # say why. */
const onPurpose = readFileSync(new URL('statements-on-purpose.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

interface TenantTable {
  readonly tenant: readonly string[];
  /** The columns of each key of its rows. */
  readonly keys: readonly (readonly string[])[];
}

let world: TestDatabase;
const tables = new Map<string, TenantTable>();

beforeAll(async () => {
  world = await createTestDatabase('sqlite');
  const { database } = world;
  for (const table of TABLES) {
    const columns = await database.query<{ name: string; pk: number }>('SELECT name, pk FROM pragma_table_info($1)', [
      table,
    ]);
    const tenant = TENANT.filter((name) => columns.some((column) => column.name === name));
    const isParent = table === 'accounts' || table === 'websites';
    if (tenant.length === 0 && !isParent) continue;
    const indexes = await database.query<{ name: string }>(
      'SELECT name FROM pragma_index_list($1) WHERE "unique" = 1',
      [table],
    );
    const keys = [columns.filter(({ pk }) => pk > 0).map(({ name }) => name)];
    for (const { name } of indexes) {
      const indexed = await database.query<{ name: string | null }>('SELECT name FROM pragma_index_info($1)', [name]);
      keys.push(indexed.flatMap((column) => column.name ?? []));
    }
    for (const parent of PARENTS[table] ?? []) keys.push([parent]);
    tables.set(table, { tenant, keys: keys.filter((key) => key.length > 0) });
  }
});
afterAll(() => world.dispose());

/** It comes after the condition, and names columns, too. */
const NO_CONDITION = /\b(?:ORDER BY|GROUP BY|RETURNING) [\w., ]+/g;

/** The tables of websites and accounts of which the condition names neither. A subquery needs a condition of its own. */
function unnamedIn(statement: string): string[] {
  return [...new Set(queriesIn(statement).flatMap(unnamedInQuery))];
}

function unnamedInQuery(sql: string): string[] {
  const start = sql.search(/\b(?:WHERE|ON)\b/);
  const condition = start < 0 ? '' : sql.slice(start).replaceAll(NO_CONDITION, '');
  const names = (column: string) => new RegExp(`\\b${column}\\b`).test(condition);
  const used = [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+(\w+)/g)].map(([, table]) => table!);
  return used.filter((table) => {
    const known = tables.get(table);
    return known && !known.tenant.some(names) && !known.keys.some((key) => key.every(names));
  });
}

/** The statement without its subqueries, and each of these. */
function queriesIn(statement: string): string[] {
  const found: string[] = [];
  let rest = statement;
  for (let open = rest.search(/\(\s*SELECT\b/); open >= 0; open = rest.search(/\(\s*SELECT\b/)) {
    let [end, depth] = [open + 1, 1];
    for (; depth > 0 && end < rest.length; end++) depth += rest[end] === '(' ? 1 : rest[end] === ')' ? -1 : 0;
    found.push(...queriesIn(rest.slice(open + 1, end - 1)));
    rest = `${rest.slice(0, open)}()${rest.slice(end)}`;
  }
  return [...rest.split(/\bUNION(?: ALL)?\b/), ...found];
}

const written = sqlIn(SRC);
/** Without their subqueries, which are queries of their own. */
const queries = written.flatMap(({ file, sql }) => queriesIn(sql).map((query) => ({ file, query: query.trim() })));
const wrongQueries = () => [
  ...new Set(
    queries.filter(({ query }) => unnamedInQuery(query).length > 0).map(({ file, query }) => `${file}: ${query}`),
  ),
];

test('there are statements about every table', () => {
  const tablesNamed = written.flatMap(({ sql }) => [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO) (\w+)/g)]);
  const named = new Set(tablesNamed.map(([, table]) => table!));
  expect(TABLES.filter((table) => !named.has(table))).toEqual([]);
});

test('every statement names the website or the account of its rows, or one record by its key', () => {
  expect(wrongQueries().filter((query) => !onPurpose.includes(query))).toEqual([]);
});

test('no exception is listed that no statement needs', () => {
  const wrong = wrongQueries();
  expect(onPurpose.filter((query) => !wrong.includes(query))).toEqual([]);
});

describe('the check itself', () => {
  test.each([
    ['DELETE FROM user_websites WHERE user_id = $1', ['user_websites']],
    ['DELETE FROM user_websites WHERE user_id = $1 AND account_id = $2', []],
    ['UPDATE user_accounts SET account_id = $2 WHERE user_id = $1', ['user_accounts']],
    ['SELECT * FROM contacts WHERE id = $1', ['contacts']],
    ['SELECT * FROM contacts WHERE website_id = $1 AND id = $2', []],
    ['SELECT * FROM ingest_keys WHERE id = $1', []],
    [
      'SELECT * FROM access_tokens JOIN access_token_websites ON TRUE WHERE access_tokens.id = $1',
      ['access_token_websites'],
    ],
    ['SELECT * FROM access_token_websites WHERE token_id = $1', []],
    ['DELETE FROM websites', ['websites']],
    ['SELECT * FROM contacts WHERE place < (SELECT place FROM contacts WHERE website_id = $1)', ['contacts']],
    ['SELECT * FROM areas WHERE website_id = $1 UNION ALL SELECT * FROM areas', ['areas']],
    ['SELECT * FROM users WHERE name = $1', []],
  ])('%s lacks %j', (sql, expected) => {
    expect(unnamedIn(sql)).toEqual(expected);
  });
});
