// An assistant without a model. For each question it has the calls that the descriptions of the tools suggest, and where in the results the
// answer is, all as data. What it says depends on the results alone: it believes their notes, and says nothing that they do not have.
import type { Unit } from './claim.ts';
import type { Tools } from './tools.ts';
import { dayAfter } from './truth/windows.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export interface Call {
  readonly tool: string;
  /** `$0.data.campaigns[name=Sale].id` is read in the first result, and `$0.data.today-7d` is a week before a date there. */
  readonly args: Arguments;
  /** What to change in the arguments if the result has a note of this code that says so, and to call again. */
  readonly onNote?: Readonly<Record<string, Arguments>>;
}

/** What to read in the results: paths as in `valueAt`. */
export type Say =
  | { readonly value: string; readonly unit?: Unit | 'change' }
  | { readonly sum: readonly string[]; readonly unit?: Unit }
  | { readonly share: readonly [part: string, whole: string]; readonly unit?: Unit }
  | { readonly ratio: readonly [part: string, whole: string]; readonly unit?: Unit }
  | { readonly changeFrom: readonly [before: string, now: string] }
  | { readonly isMore: readonly [string, string] }
  /** The hour of a date-time, from 0. */
  | { readonly hour: string }
  | { readonly amounts: readonly { readonly value: string; readonly unit: Unit }[] }
  | { readonly ranking: string; readonly by: string; readonly name: string; readonly count: number }
  /** The number of the step after which the largest share of its visitors is lost. */
  | { readonly worstStep: string }
  | { readonly isOneOf: readonly string[]; readonly value: string }
  /** Nothing, if no tool mentions it. */
  | { readonly topic: RegExp };

export interface Script {
  readonly calls: readonly Call[];
  readonly say: Say;
}

/** The arguments cannot be sent yet, or a tool is missing. */
export class NotAnswerableYet extends Error {}

class Refusal extends Error {}

interface Result {
  readonly notes?: readonly { readonly code: string; readonly message: string }[];
  readonly timeframe?: { readonly range_start: string; readonly range_end: string };
  readonly data?: { readonly status?: string };
}

/** With these, there is no number to speak of. */
const NOTHING_TO_SAY = new Set(['unknown_value', 'before_first_day', 'in_the_future']);

/** The results of a conversation, which later questions of it can refer to. */
export class ScriptedAssistant {
  readonly #tools: Pick<Tools, 'list' | 'call'>;
  readonly #results: Result[] = [];

  constructor(tools: Pick<Tools, 'list' | 'call'>) {
    this.#tools = tools;
  }

  async answer({ calls, say }: Script): Promise<string> {
    const caveats = new Set<string>();
    try {
      for (const call of calls) this.#results.push(await this.#make(call, caveats));
      return [...caveats, `Answer: ${await this.#said(say)}`].join('\n');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [...caveats, `Answer: cannot say: ${error.message}`].join('\n');
    }
  }

  async #make({ tool, args, onNote = {} }: Call, caveats: Set<string>): Promise<Result> {
    const sent = this.#resolved(args);
    await this.#requireOffered(tool, sent);
    const result = await this.#call(tool, sent);
    const notes = result.notes ?? [];
    const answered = notes.find(({ code, message }) => onNote[code] && isAdvised(onNote[code], message));
    if (answered) return this.#make({ tool, args: { ...args, ...onNote[answered.code] } }, caveats);
    for (const { code, message } of notes) {
      if (NOTHING_TO_SAY.has(code)) throw new Refusal(message);
      caveats.add(`Note: ${message}`);
    }
    if (result.data?.status === 'archived') caveats.add('Note: the campaign is archived.');
    return result;
  }

  async #call(tool: string, args: Arguments): Promise<Result> {
    const { isError, text } = await this.#tools.call(tool, args);
    if (isError) throw new Refusal(String(JSON.parse(text).detail));
    return JSON.parse(text);
  }

  #resolved(args: Arguments): Arguments {
    const resolve = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(resolve);
      if (typeof value !== 'string') return value;
      const [, path, days] = /^(\$\d+\..+?)(?:([+-]\d+)d)?$/.exec(value) ?? [];
      if (path) return days ? dayAfter(String(this.#read(path)), Number(days)) : this.#read(path);
      // A reference inside a text is in angle brackets: `view;campaign:<$0.data.id>`.
      return value.replaceAll(/<(\$[^<>]+)>/g, (_, inner: string) => String(this.#read(inner)));
    };
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, resolve(value)]));
  }

  async #requireOffered(tool: string, args: Arguments): Promise<void> {
    const offered = (await this.#tools.list()).find(({ name }) => name === tool);
    if (!offered) throw new NotAnswerableYet(`there is no tool ${tool}`);
    const properties = (offered.inputSchema.properties ?? {}) as Record<string, { readonly enum?: readonly unknown[] }>;
    for (const [name, value] of Object.entries(args)) {
      if (!properties[name]) throw new NotAnswerableYet(`${tool} has no argument ${name}`);
      const values = properties[name].enum;
      if (values && !values.includes(value)) throw new NotAnswerableYet(`${tool} does not take ${name}=${value}`);
    }
  }

  async #said(say: Say): Promise<string> {
    if ('isOneOf' in say) return say.isOneOf.includes(String(this.#read(say.value))) ? 'yes' : 'no';
    if ('worstStep' in say) return String(worstStep(this.#read(say.worstStep) as Step[]));
    if ('value' in say) return formatted(this.#read(say.value), say.unit);
    if ('sum' in say) return formatted(sumOf(say.sum.map((path) => this.#number(path))), say.unit);
    if ('share' in say) return formatted((this.#number(say.share[0]) / this.#number(say.share[1])) * 100, 'percent');
    if ('ratio' in say) return formatted(this.#number(say.ratio[0]) / this.#number(say.ratio[1]), say.unit);
    if ('changeFrom' in say) {
      const [before, now] = say.changeFrom.map((path) => this.#number(path)) as [number, number];
      return formatted((now / before - 1) * 100, 'change');
    }
    if ('isMore' in say) return this.#isMore(...say.isMore);
    if ('hour' in say) return String(Number(String(this.#read(say.hour)).slice(11, 13)));
    if ('amounts' in say) return say.amounts.map(({ value, unit }) => formatted(this.#read(value), unit)).join(' and ');
    if ('ranking' in say) {
      const items = this.#read(say.ranking) as object[];
      const number = (item: object) => Number(valueAt(item, say.by));
      const sorted = items.toSorted((one, other) => number(other) - number(one)).slice(0, say.count);
      return sorted.map((item) => String(valueAt(item, say.name))).join(', ');
    }
    throw new Refusal(await this.#reasonAgainst(say.topic));
  }

  /** Unique rates grow with the window, so those of windows of different lengths say nothing about each other. */
  #isMore(one: string, other: string): string {
    const lengths = [one, other].map((path) => this.#resultOf(path).timeframe).map(lengthMs);
    if (/_rate$/.test(one) && lengths[0] !== lengths[1]) {
      throw new Refusal('unique rates grow with the window, so only windows of equal length can be compared');
    }
    return this.#number(one) > this.#number(other) ? 'yes' : 'no';
  }

  async #reasonAgainst(topic: RegExp): Promise<string> {
    const offering = (await this.#tools.list()).find((tool) => topic.test(offeredBy(tool)));
    if (offering) throw new NotAnswerableYet(`${offering.name} mentions it, and the script does not use it`);
    return `the tools have no data about this (${topic.source.replaceAll('|', ', ')})`;
  }

  #number(path: string): number {
    if (/^-?\d+$/.test(path)) return Number(path);
    const value = this.#read(path);
    if (typeof value !== 'number') throw new Refusal(`${path} is not a number`);
    return value;
  }

  /** A path may have another one in it, in angle brackets. */
  #read(path: string): unknown {
    const whole = path.replaceAll(/<([^<>]+)>/g, (_, inner: string) => String(this.#read(inner)));
    const inResult = whole.replace(/^\$\d+\./, '');
    const value = valueAt(this.#resultOf(path), inResult);
    if (value !== undefined && value !== null) return value;
    throw new Refusal(`there is no ${inResult} in the results`);
  }

  #resultOf(path: string): Result {
    const index = /^\$(\d+)\./.exec(path)?.[1];
    const result = index === undefined ? this.#results.at(-1) : this.#results[Number(index)];
    if (!result) throw new Error(`There is no result for ${path}.`);
    return result;
  }
}

/** Whether a message names the values of these arguments: `DE` of `{ filter: ['country:DE'] }`. */
function isAdvised(args: Arguments, message: string): boolean {
  const values = Object.values(args)
    .flat()
    .map((value) => String(value).split(':').at(-1)!);
  return values.every((value) => message.includes(value));
}

/**
 * A path such as `data.campaigns{status=live}[most metrics.revenue].name`. Braces keep the items of a list that have a value, or with `!=`
 * do not have it. Brackets choose one: by a value, by its number from 0 (-1 is the last), or the one with the most or the least of
 * something. `length` counts a list.
 */
export function valueAt(from: unknown, path: string): unknown {
  let value = from;
  for (const [, name, kept, chosen] of path.matchAll(/\.?([^.[\]{}]+)|\{([^}]*)\}|\[([^\]]*)\]/g)) {
    if (value === undefined || value === null) return undefined;
    if (name !== undefined) value = (value as Record<string, unknown>)[name];
    else value = kept === undefined ? choose(value as object[], chosen!) : keep(value as object[], kept);
  }
  return value;
}

function keep(items: readonly object[], condition: string): object[] {
  const [, path, operator, wanted] = /^(.+?)(!?=)(.*)$/.exec(condition)!;
  return items.filter((item) => (String(valueAt(item, path!)) === wanted) === (operator === '='));
}

function choose(items: readonly object[], choice: string): unknown {
  if (/^-?\d+$/.test(choice)) return items.at(Number(choice));
  const best = /^(most|least) (.+)$/.exec(choice);
  if (!best) return keep(items, choice)[0];
  const sign = best[1] === 'most' ? 1 : -1;
  const number = (item: object) => sign * Number(valueAt(item, best[2]!));
  return items.length === 0 ? undefined : items.reduce((one, other) => (number(other) > number(one) ? other : one));
}

function formatted(value: unknown, unit: Unit | 'change' = 'count'): string {
  if (typeof value !== 'number') return String(value);
  const rounded = Math.round(value * 100) / 100;
  const text = Math.abs(rounded).toLocaleString('en', { maximumFractionDigits: 2 });
  const sign = rounded < 0 ? '-' : unit === 'change' ? '+' : '';
  if (unit === 'change' || unit === 'percent') return `${sign}${text}%`;
  return unit === 'count' ? sign + text : `${sign}${text} ${unit}`;
}

interface Step {
  readonly position: number;
  readonly metrics: { readonly views: number };
}

function worstStep(steps: readonly Step[]): number {
  const goneOn = steps.slice(1).map(({ metrics }, index) => {
    return { position: steps[index]!.position, share: metrics.views / steps[index]!.metrics.views };
  });
  return goneOn.reduce((one, other) => (other.share < one.share ? other : one)).position;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function lengthMs(timeframe: Result['timeframe']): number {
  return timeframe ? Date.parse(timeframe.range_end) - Date.parse(timeframe.range_start) : 0;
}

function offeredBy({ name, description = '', inputSchema }: Awaited<ReturnType<Tools['list']>>[number]): string {
  return `${name} ${description} ${JSON.stringify(inputSchema.properties ?? {})}`;
}
