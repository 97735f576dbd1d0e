// Optional: a language model rewords the computed sentences. It gets only those sentences, with every name masked, and it
// is not trusted: if its answer has the wrong number of items, a number or name that is not in the sentence, or anything
// else that looks wrong, the computed sentences are used.
import type { Logger } from 'pino';
import { z } from 'zod';
import { boundedText } from '../../foundation/fetch/bounded-text.ts';

const ANSWER_MS_MAX = 20_000;
/** Far more than the sentences need, with room for a model's reasoning. */
const ANSWER_BYTES_MAX = 1024 * 1024;
/** After this many failures in a row the model is not called for a while, because each one may have cost a timeout. */
const FAILURES_IN_A_ROW_MAX = 3;
const PAUSE_AFTER_FAILURES_MS = 10 * 60_000;
const PATH = '/chat/completions';
const SENTENCE_LENGTH_MAX = 800;

const INSTRUCTIONS =
  'You reword findings about the marketing campaigns of a website for the marketer who runs it. You get a JSON array of ' +
  'sentences. Answer with a JSON array of as many strings in the same order and nothing else: each one says the same as ' +
  'its sentence, friendly, clear and at most two sentences long. Keep every placeholder such as {A}. Use only numbers ' +
  'that stand in the sentence, in the same form; never compute, round or spell out a number, and add no claim.';

/** Rewords computed sentences, or returns them unchanged. */
export interface Rewording {
  reword(sentences: readonly string[]): Promise<readonly string[]>;
}

interface LanguageModelOptions {
  /** The base URL of an OpenAI-compatible API, such as https://api.example/v1, or its URL for chat completions. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly answerMsMax?: number;
}

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

export class LanguageModel implements Rewording {
  readonly #options: LanguageModelOptions;
  readonly #logger: Logger;
  #failuresInARow = 0;
  #pausedUntil = 0;

  constructor(options: LanguageModelOptions, logger: Logger) {
    this.#options = options;
    this.#logger = logger;
  }

  async reword(sentences: readonly string[]): Promise<readonly string[]> {
    if (performance.now() < this.#pausedUntil) return sentences;
    const masked = sentences.map(mask);
    try {
      const answers = parseAnswer(await this.#ask(masked.map(({ text }) => text)));
      const reworded = checkedItems(answers, masked);
      this.#failuresInARow = 0;
      return reworded;
    } catch (error) {
      this.#noteFailure(error as Error);
      return sentences;
    }
  }

  #noteFailure(error: Error): void {
    this.#failuresInARow++;
    this.#logger.warn({ reason: error.message }, 'insights are not reworded; the computed sentences are used');
    if (this.#failuresInARow < FAILURES_IN_A_ROW_MAX) return;
    this.#failuresInARow = 0;
    this.#pausedUntil = performance.now() + PAUSE_AFTER_FAILURES_MS;
  }

  async #ask(facts: readonly string[]): Promise<string> {
    const { url, key, model, answerMsMax = ANSWER_MS_MAX } = this.#options;
    const response = await fetch(url.endsWith(PATH) ? url : url + PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model,
        messages: [
          { role: 'system', content: INSTRUCTIONS },
          { role: 'user', content: JSON.stringify(facts) },
        ],
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMsMax),
    });
    if (!response.ok) throw new Error(`the language model answered ${response.status}`);
    return completion.parse(JSON.parse(await boundedText(response, ANSWER_BYTES_MAX))).choices[0]!.message.content;
  }
}

interface Masked {
  readonly text: string;
  /** Placeholder to name, including its quotes. */
  readonly names: ReadonlyMap<string, string>;
}

/** Users type names, so a name may contain private data or instructions to the model. */
export function mask(sentence: string): Masked {
  const names = new Map<string, string>();
  const text = sentence.replaceAll(/“[^”]*”/g, (name) => {
    const known = [...names].find(([, value]) => value === name)?.[0];
    const placeholder = known ?? `{${String.fromCharCode('A'.charCodeAt(0) + names.size)}}`;
    names.set(placeholder, name);
    return placeholder;
  });
  return { text, names };
}

/** Models like to add text around the list. */
function parseAnswer(content: string): unknown {
  const start = content.indexOf('[');
  const end = content.lastIndexOf(']');
  if (start < 0 || end < start) throw new Error('the answer contains no list');
  return JSON.parse(content.slice(start, end + 1));
}

function checkedItems(answers: unknown, masked: readonly Masked[]): string[] {
  const items = z.array(z.string().trim().min(1).max(SENTENCE_LENGTH_MAX)).parse(answers);
  if (items.length !== masked.length) throw new Error(`expected ${masked.length} items, got ${items.length}`);
  return items.map((item, index) => {
    const original = masked[index]!;
    refuseOthers('placeholder', placeholdersIn(item), placeholdersIn(original.text));
    refuseOthers('number', numbersIn(item), numbersIn(original.text));
    if ([...original.names.keys()].some((placeholder) => !item.includes(placeholder)))
      throw new Error('a name is missing from the answer');
    if (/[“”<>]|https?:|[\p{Cc}]/iu.test(item)) throw new Error('the answer contains a character that is not allowed');
    return [...original.names].reduce((text, [placeholder, name]) => text.replaceAll(placeholder, () => name), item);
  });
}

function refuseOthers(what: string, found: readonly string[], allowed: readonly string[]): void {
  const unknown = found.find((one) => !allowed.includes(one));
  if (unknown !== undefined) throw new Error(`the answer contains a ${what} that is not in its sentence: ${unknown}`);
}

function placeholdersIn(text: string): string[] {
  return text.match(/\{[^}]*\}?/g) ?? [];
}

const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|half|halved|thirds?|quarters?|twice|doubled?|doubling|tripled?|tripling|\w+fold)\b/gi;

/** Digits of any script, without thousands separators, and number words, because a model may spell numbers out. */
function numbersIn(text: string): string[] {
  const digits = text.match(/\p{N}(?:[\p{N}.,]*\p{N})?/gu) ?? [];
  const words = text.match(NUMBER_WORDS) ?? [];
  return [...digits.map((number) => number.replaceAll(',', '')), ...words.map((word) => word.toLowerCase())];
}
