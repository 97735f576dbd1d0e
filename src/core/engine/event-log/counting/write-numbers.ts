// Numbers for the events of a run, by what its dictionaries say about them.
import { NO_VALUE } from '../../../foundation/dimensions/dimension.ts';
import { SUBJECT_KIND, type SubjectKind, type SubjectReference } from '../../catalog/subject.ts';
import { type DimensionColumn, outsideOfDictionary } from '../format/run.ts';
import { lookUp } from '../kernels/event-loops.ts';

/** The number of a value; a new one has the next number. */
export function numberOf(numbers: Map<string, number>, value: string): number {
  let number = numbers.get(value);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(value, number);
  }
  return number;
}

/** Writes a number for each event, by the value that it has of a dimension. */
export function writeValueNumbers(
  to: Int32Array,
  column: DimensionColumn | undefined,
  number: (value: string) => number,
): void {
  if (!column) {
    to.fill(number(NO_VALUE));
    return;
  }
  const { indexes, dictionary } = column;
  writeNumbers(to, indexes.numbers(to.length), Int32Array.from(dictionary, number));
}

/** Writes a number for each event: the one that `numbers` has for its index. */
export function writeNumbers(to: Int32Array, indexes: Uint8Array | Int32Array, numbers: Int32Array): void {
  if (!lookUp(to, indexes, numbers)) throw outsideOfDictionary();
}

/** The ids of deeper subjects are not needed. */
export function deepestOf(subjects: readonly SubjectReference[]): SubjectKind {
  return subjects.reduce<SubjectKind>((deepest, { kind }) => (kind > deepest ? kind : deepest), SUBJECT_KIND.website);
}
