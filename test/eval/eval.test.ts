// A handful of the questions of `npm run eval` on the demo account, by script and by the API of a language model.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoService, startDemoService } from '../../eval/demo-service.ts';
import { evaluateModel, evaluateScript, summarize } from '../../eval/evaluate.ts';
import { QUESTIONS } from '../../eval/questions/all.ts';
import { transcript } from '../../eval/transcript.ts';
import { Truth } from '../../eval/truth/truth.ts';
import { copySharedDemo } from '../support/shared-demo.ts';

const TOKENS_MAX = 1_500;
/** They ask about the last days only: all 400 would take five times as long to count. */
const DAYS = 32;
const HANDFUL = [
  'How much revenue did ravelmoor.example make in the last 30 days?',
  'How many orders has kaffinto.example had today, in its own time zone?',
  'Which channel converts best on ravelmoor.example (last 30 days)?',
  'After which step of the style finder quiz on ravelmoor.example do most visitors drop off (last 30 days)? Give its number.',
  'Which version of the welcome popup converts better (last 30 days)?',
  'Are we ahead of or behind last week with the revenue of ravelmoor.example this week, in percent?',
  'What is the total revenue of all our websites in the last 30 days?',
  'How many visitors from Germany did kaffinto.example have in the last 30 days?',
  'How much did the first order popup of kaffinto.example earn in the last 30 days?',
  'How is the outlet clearance popup doing (last 30 days)? How many people saw it?',
  'What was our profit on ravelmoor.example last month?',
];

let service: DemoService;
let truth: Truth;

beforeAll(async () => {
  service = await startDemoService(copySharedDemo);
  truth = new Truth(service.builtAtMs, DAYS);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const asked = (texts: readonly string[]) => {
  const questions = QUESTIONS.filter(({ turns }) => texts.includes(turns[0]!.text));
  expect(questions).toHaveLength(texts.length);
  return questions;
};

test('122 questions, of which 15 cannot be answered and 14 or more are traps; no two are the same', () => {
  const count = (kind: string) => QUESTIONS.filter((question) => question.kind === kind).length;
  expect(QUESTIONS).toHaveLength(122);
  expect(count('impossible')).toBe(15);
  expect(count('trap')).toBeGreaterThanOrEqual(14);
  expect(new Set(QUESTIONS.map(({ turns }) => turns.map((turn) => turn.text).join())).size).toBe(122);
});

test('an assistant that follows the descriptions of the tools is right, and reads little', async () => {
  const outcomes = await evaluateScript({ tools: service.tools, truth, questions: asked(HANDFUL) });
  expect(outcomes.filter(({ verdict }) => verdict !== 'right').map(transcript)).toEqual([]);
  expect(summarize(outcomes)).toMatchObject({ right: HANDFUL.length, points: HANDFUL.length });
  expect(summarize(outcomes).medianResultTokens).toBeLessThanOrEqual(TOKENS_MAX);
});

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

/** An endpoint of a language model: there is none here. It calls one tool, then says `answer`. */
async function withModel(answer: string, work: (url: string, requests: ChatRequest[]) => Promise<void>): Promise<void> {
  const requests: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as ChatRequest;
    requests.push(body);
    // It is busy at first, as many are.
    if (requests.length === 1) {
      response.writeHead(429, { 'retry-after': '0' }).end();
      return;
    }
    const call = { id: 'call_1', type: 'function', function: { name: 'get_account_performance', arguments: '{}' } };
    const isAnswered = body.messages.at(-1)!.role === 'tool';
    const message = isAnswered ? { content: answer } : { content: null, tool_calls: [call] };
    const completion = { choices: [{ message }], usage: { total_tokens: 500 } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(completion));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests);
  } finally {
    server.close();
  }
}

test('a language model gets the tools, their results and what was said before, and its claims are graded', async () => {
  const questions = asked([
    'Which of my websites had more unique viewers in the last 30 days?',
    'Which version of the welcome popup converts better (last 30 days)?',
  ]);
  await withModel('It is clear.\nAnswer: ravelmoor.example', async (url, requests) => {
    const outcomes = await evaluateModel({ url, key: 'k', name: 'm' }, { tools: service.tools, truth, questions });
    expect(outcomes.map(({ verdict, calls }) => [verdict, calls.length])).toEqual([
      ['right', 1],
      ['wrong', 2],
    ]);
    expect(summarize(outcomes)).toMatchObject({ right: 1, wrong: 1, points: 0, modelTokensPerRight: 3000 });
    expect(transcript(outcomes[1]!)).toMatch(/get_account_performance[\s\S]*ravelmoor/);
    expect(requests[0]!.tools.map((tool) => tool.function.name)).toContain('get_element_report');
    expect(requests[0]!.messages[0]!.content).toMatch(/Drill down[\s\S]*Answer:/);
    const last = requests.at(-1)!.messages.map(({ role, content }) => [role, content]);
    expect(last).toContainEqual(['assistant', 'It is clear.\nAnswer: ravelmoor.example']);
    expect(last).toContainEqual(['user', 'And how many people saw the other one?']);
  });
});
