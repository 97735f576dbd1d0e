// What the service says of its own accord: verdicts, insights, alerts, entries of the audit log. It is stored and sent between threads as
// codes with values, and gets its words when somebody reads it, in the language of the reader (src/core/foundation/text/words.ts).
import type actions from './en/actions.ts';
import type sentences from './en/sentences.ts';
import type { ValuesWith } from './translate.ts';

type English = typeof sentences & typeof actions;
/** The name of a text in sentences.ts or actions.ts of each language. */
export type Code = keyof English;
/** What each language has for them. */
export type SentenceTexts = { readonly [Name in keyof typeof sentences]: string };
export type ActionTexts = { readonly [Name in keyof typeof actions]: string };

/** One sentence, or words that stand in one. It is plain JSON. */
export interface Sentence {
  readonly code: Code;
  readonly values?: Readonly<Record<string, Value>>;
}

export type Value =
  /** Stands as it is. */
  | string
  /** A count, which is rounded. */
  | number
  /** 0.1 is 10.0%. Default: one decimal, or two below 1%. */
  | { readonly percent: number; readonly decimals?: number }
  /** 0.1 is +10.0%. */
  | { readonly change: number }
  /** The amount is in units of the currency, not in cents. */
  | { readonly money: number; readonly currency: string }
  /** YYYY-MM-DD. */
  | { readonly day: string }
  /** 0: Monday. */
  | { readonly weekday: number }
  /** What somebody has called something: in quotation marks. */
  | { readonly name: string }
  /** The code of a country. */
  | { readonly country: string }
  /** Is written as: a, b. */
  | { readonly list: readonly Value[] }
  /** Is written as: a and b. */
  | { readonly all: readonly Value[] }
  | Sentence;

type ValuesOf<Name extends Code> = ValuesWith<English[Name], { text: Value; plural: number }>;
type Given<All> = Record<never, never> extends All ? [values?: All] : [values: All];

/** The compiler knows from the English text which values it needs. */
export function sentence<Name extends Code>(code: Name, ...[values]: Given<ValuesOf<Name>>): Sentence {
  return values ? { code, values: values as Readonly<Record<string, Value>> } : { code };
}
