// Where two answers to a question differ.
import type { Answer } from './questions.ts';

/** The same difference in the answers to some questions. */
export interface Difference {
  readonly asked: readonly string[];
  /** Such as body.data.metrics.views; in a text, its line; among notes, the code. */
  readonly path: string;
  /** Left out: there was none. */
  readonly was?: unknown;
  /** Left out: there is none. */
  readonly is?: unknown;
}

type Found = Omit<Difference, 'asked'>;

/** `pairs`: what was answered, and what is. */
export function differences(pairs: readonly (readonly [Answer, Answer])[]): Difference[] {
  const found = pairs.flatMap(([was, is]) =>
    differing(was, is, '').map((difference) => ({ difference, ask: `${was.as}: ${was.ask}` })),
  );
  const groups = Map.groupBy(found, ({ difference }) => JSON.stringify(difference));
  return [...groups.values()].map((group) => ({ ...group[0]!.difference, asked: group.map(({ ask }) => ask) }));
}

function differing(was: unknown, is: unknown, path: string): Found[] {
  if (Object.is(was, is)) return [];
  const [before, now] = [partsOf(was), partsOf(is)];
  if (!before || !now || before.kind !== now.kind) {
    return [{ path, ...(was !== undefined && { was }), ...(is !== undefined && { is }) }];
  }
  const names = new Set([...Object.keys(before.parts), ...Object.keys(now.parts)]);
  const inside = [...names].flatMap((name) =>
    differing(before.parts[name], now.parts[name], path === '' ? name : `${path}.${name}`),
  );
  return [...inside, ...otherOrder(before.parts, now.parts, path, before.kind)];
}

interface Parts {
  readonly kind: 'object' | 'list' | 'coded' | 'lines' | 'json';
  readonly parts: Readonly<Record<string, unknown>>;
}

/** undefined: it has none. */
function partsOf(value: unknown): Parts | undefined {
  if (typeof value === 'string') {
    // Tools repeat their answer as a text.
    if (value.startsWith('{"')) return { kind: 'json', parts: JSON.parse(value) };
    return value.includes('\n') ? { kind: 'lines', parts: { ...value.split('\n') } } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return { kind: 'object', parts: value as Parts['parts'] };
  // A new note must not look as if all notes after it were different.
  const isCoded = value.length > 0 && value.every((item) => typeof item?.code === 'string');
  return isCoded ? { kind: 'coded', parts: byCode(value) } : { kind: 'list', parts: { ...value } };
}

/** The second note of a code is "within_noise 2". */
function byCode(notes: readonly { readonly code: string }[]): Parts['parts'] {
  const parts: Record<string, unknown> = {};
  for (const note of notes) {
    const same = Object.keys(parts).filter((name) => name.split(' ')[0] === note.code).length;
    parts[same === 0 ? note.code : `${note.code} ${same + 1}`] = note;
  }
  return parts;
}

/** Notes that both have must have the same order. */
function otherOrder(was: Parts['parts'], is: Parts['parts'], path: string, kind: Parts['kind']): Found[] {
  if (kind !== 'coded') return [];
  const before = Object.keys(was).filter((code) => code in is);
  const now = Object.keys(is).filter((code) => code in was);
  return before.join() === now.join() ? [] : [{ path: `${path} (order)`, was: before.join(), is: now.join() }];
}
