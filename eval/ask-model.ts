// Lets a language model answer the questions of a conversation with the tools, over any OpenAI-compatible API.
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Tools } from './tools.ts';

const CALLS_MAX = 15;
const ANSWER_MS_MAX = 120_000;
const TRIES_MAX = 5;
const BUSY_SECONDS = 10;
const PATH = '/chat/completions';

/** The API of the model does not answer. The message is for whoever has configured it. */
export class ModelError extends Error {}

const RULES = `Answer in a few short sentences, with what one has to know to read the number right. End with one line that begins with \
"Answer:" and has nothing but the answer: one number with its unit (and a sign for a change), one name, names in their order, one date, or \
yes or no. If the data cannot answer the question, that line is "Answer: cannot say: " and the reason.`;

export interface Model {
  readonly url: string;
  readonly key: string | undefined;
  readonly name: string;
}

const toolCall = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });
const completion = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish(), tool_calls: z.array(toolCall).nullish() }) }))
    .min(1),
  usage: z.object({ total_tokens: z.number() }).nullish(),
});

/** One conversation with a model. */
export class ModelAssistant {
  readonly #model: Model;
  readonly #tools: Tools;
  readonly #messages: unknown[];
  /** All tokens that the model has read and written, as it counts them. 0 if it does not say. */
  tokens = 0;

  constructor(model: Model, tools: Tools) {
    this.#model = model;
    this.#tools = tools;
    this.#messages = [{ role: 'system', content: `${tools.instructions}\n\n${RULES}` }];
  }

  /** What the model says in the end. */
  async answer(question: string): Promise<string> {
    const tools = (await this.#tools.list()).map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    }));
    this.#messages.push({ role: 'user', content: question });
    const callsMax = this.#tools.calls.length + CALLS_MAX;
    while (this.#tools.calls.length < callsMax) {
      const message = await this.#complete({ messages: this.#messages, tools });
      this.#messages.push({ role: 'assistant', ...message });
      if (!message.tool_calls?.length) return message.content ?? '';
      for (const call of message.tool_calls) {
        const { name, arguments: args } = call.function;
        this.#messages.push({ role: 'tool', tool_call_id: call.id, content: await this.#call(name, args) });
      }
    }
    return `(no answer after ${CALLS_MAX} calls)`;
  }

  async #call(name: string, args: string): Promise<string> {
    const parsed = parsedArguments(args);
    if (!parsed) return 'The arguments are not a JSON object.';
    // A tool that does not exist is an error of the protocol, which the model may mend.
    const called = this.#tools.call(name, parsed).then(
      ({ text }) => text,
      (error: unknown) => String(error),
    );
    return called;
  }

  async #complete(body: object) {
    const { choices, usage } = completion.parse(await (await post(this.#model, body)).json());
    this.tokens += usage?.total_tokens ?? 0;
    return choices[0]!.message;
  }
}

/** Repeated if the model is busy: it may limit how often it is asked. */
async function post(model: Model, body: object, tries = TRIES_MAX): Promise<Response> {
  const { url, key, name } = model;
  const response = await fetch(url.endsWith(PATH) ? url : url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: name, ...body }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  }).catch((error: Error) => {
    throw new ModelError(`The language model at ${url} cannot be reached: ${error.cause ?? error}`);
  });
  if (response.ok) return response;
  const text = await response.text();
  const isBusy = response.status === 429 || response.status >= 500;
  if (!isBusy || tries === 1) throw new ModelError(`The language model at ${url} answered ${response.status}: ${text}`);
  await setTimeout(Number(response.headers.get('retry-after') ?? BUSY_SECONDS) * 1000);
  return post(model, body, tries - 1);
}

function parsedArguments(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
