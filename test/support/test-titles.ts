// The names of the tests in a file, read from its source: describe titles and test titles, as they are written there.
// The templates of `each` stay templates, because that is what one finds by searching.
import { type ESTree, parseSync } from 'vite';

const GROUPS: ReadonlySet<string> = new Set(['describe']);
const TESTS: ReadonlySet<string> = new Set(['test', 'it']);

/** Outermost describe first, the test's own title last. */
export type TestName = readonly string[];

export function testNames(source: string): TestName[] {
  const names: TestName[] = [];
  const { program, errors } = parseSync('test.ts', source);
  if (errors.length > 0) throw new Error(errors[0]!.message);
  visit(program, [], names);
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

function isCall(node: object): node is ESTree.CallExpression {
  return (node as { type?: unknown }).type === 'CallExpression';
}

function nameOf(call: ESTree.CallExpression): { kind: 'group' | 'test'; title: string } | undefined {
  const called = rootOf(call.callee);
  const kind = called === undefined ? undefined : GROUPS.has(called) ? 'group' : TESTS.has(called) ? 'test' : undefined;
  const title = call.arguments[0] && textOf(call.arguments[0]);
  return kind === undefined || title === undefined ? undefined : { kind, title };
}

/** `test` for `test.each(rows)`, `test.skipIf(condition).only` and the like. */
function rootOf(callee: ESTree.Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : undefined;
}

function textOf(argument: ESTree.Argument): string | undefined {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : undefined;
  if (argument.type !== 'TemplateLiteral') return undefined;
  return argument.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
}
