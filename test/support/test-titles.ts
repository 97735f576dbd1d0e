// The names of the tests in a file, read from its source: describe titles and test titles, as they are written there.
// The templates of `each` stay templates, because that is what one finds by searching.
import { type CallExpression, type Expression, parseSync } from '@swc/core';

const GROUPS: ReadonlySet<string> = new Set(['describe']);
const TESTS: ReadonlySet<string> = new Set(['test', 'it']);

/** Outermost describe first, the test's own title last. */
export type TestName = readonly string[];

export function testNames(source: string): TestName[] {
  const names: TestName[] = [];
  visit(parseSync(source, { syntax: 'typescript' }), [], names);
  return names;
}

function visit(node: unknown, groups: TestName, names: TestName[]): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, groups, names);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const named = isCall(node) ? nameOf(node) : undefined;
  if (named?.kind === 'test') names.push([...groups, named.title]);
  const inside = named?.kind === 'group' ? [...groups, named.title] : groups;
  for (const child of Object.values(node)) visit(child, inside, names);
}

function isCall(node: object): node is CallExpression {
  return (node as { type?: unknown }).type === 'CallExpression';
}

function nameOf({ callee, arguments: given }: CallExpression): { kind: 'group' | 'test'; title: string } | undefined {
  const called = callee.type === 'Import' || callee.type === 'Super' ? undefined : rootOf(callee);
  const kind = called === undefined ? undefined : GROUPS.has(called) ? 'group' : TESTS.has(called) ? 'test' : undefined;
  const title = given[0] && textOf(given[0].expression);
  return kind === undefined || title === undefined ? undefined : { kind, title };
}

/** `test` for `test.each(rows)`, `test.skipIf(condition).only` and the like. */
function rootOf(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.value;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  if (callee.type === 'CallExpression' && callee.callee.type !== 'Import' && callee.callee.type !== 'Super') {
    return rootOf(callee.callee);
  }
  return undefined;
}

function textOf(expression: Expression): string | undefined {
  if (expression.type === 'StringLiteral') return expression.value;
  if (expression.type !== 'TemplateLiteral') return undefined;
  return expression.quasis.map(({ cooked, raw }) => cooked ?? raw).join('…');
}
