// What a question is: what somebody asks, what is true, and what an assistant without a model does about it.
import type { Claim, Expectation } from './claim.ts';
import type { Arguments, Call, Say, Script } from './script.ts';
import type { Truth } from './truth/truth.ts';

export type Kind = 'plain' | 'vague' | 'websites' | 'segments' | 'depth' | 'follow-up' | 'trap' | 'impossible';

export interface Turn {
  readonly text: string;
  expect(truth: Truth): Expectation;
  readonly script: Script;
}

/** A conversation of one or more turns. */
export interface Question {
  readonly kind: Kind;
  readonly turns: readonly Turn[];
}

type Expected = Claim | readonly Claim[];

/** `say` as a text is a path to a value without a unit. */
export function turn(
  text: string,
  expect: (truth: Truth) => Expected,
  calls: readonly Call[],
  say: Say | string,
  caveat?: RegExp,
): Turn {
  return {
    text,
    expect: (truth) => ({ claims: [expect(truth)].flat() as Claim[], caveat }),
    script: { calls, say: typeof say === 'string' ? { value: say } : say },
  };
}

/** A list of questions of one kind, each a turn or several. */
export function questions(kind: Kind, ...conversations: readonly (Turn | readonly Turn[])[]): Question[] {
  return conversations.map((turns) => ({ kind, turns: [turns].flat() as Turn[] }));
}

export function call(tool: string, args: Arguments = {}, onNote?: Call['onNote']): Call {
  return { tool, args, ...(onNote && { onNote }) };
}

export const HOME = { website_id: 1 };
export const COFFEE = { website_id: 2 };
