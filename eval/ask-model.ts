// Lets a language model answer a question with the tools, over any OpenAI-compatible API.
import { z } from 'zod';
import type { Tools } from './sources.ts';

const CALLS_MAX = 15;
const ANSWER_MS_MAX = 120_000;
const PATH = '/chat/completions';

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
});

/** What the model says in the end. */
export async function askModel(model: Model, question: string, tools: Tools): Promise<string> {
  const offered = (await tools.list()).map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const messages: unknown[] = [
    { role: 'system', content: `${tools.instructions}\n\nAnswer with one short sentence.` },
    { role: 'user', content: question },
  ];
  while (tools.calls < CALLS_MAX) {
    const message = await complete(model, { messages, tools: offered });
    if (!message.tool_calls?.length) return message.content ?? '';
    messages.push({ role: 'assistant', ...message });
    for (const call of message.tool_calls) {
      const content = await tools.callForText(call.function.name, JSON.parse(call.function.arguments || '{}'));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
  return `(no answer after ${CALLS_MAX} calls)`;
}

async function complete({ url, key, name }: Model, body: object) {
  const response = await fetch(url.endsWith(PATH) ? url : url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: name, ...body }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  if (!response.ok) throw new Error(`The language model answered ${response.status}: ${await response.text()}`);
  return completion.parse(await response.json()).choices[0]!.message;
}
