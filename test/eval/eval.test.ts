// The questions of `npm run eval` on the demo account, and the grading of what a language model says.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoService, startDemoService } from '../../eval/demo-service.ts';
import { evaluateCalls, evaluateModel, type Outcome } from '../../eval/evaluate.ts';
import { hasAnswer } from '../../eval/grade.ts';
import { QUESTIONS } from '../../eval/questions.ts';
import { Rest, Tools } from '../../eval/sources.ts';
import { IS_LONG } from '../support/long.ts';
import { copySharedDemo } from '../support/shared-demo.ts';

const CALLS_MAX = 5;
const TOKENS_MAX = 2_000;

let service: DemoService;
let tools: Tools;
let rest: Rest;

beforeAll(async () => {
  service = await startDemoService(copySharedDemo);
  tools = await Tools.connect(`${service.url}/mcp`, service.toolToken);
  rest = new Rest(service.url, service.restToken);
});
afterAll(async () => {
  await tools?.close();
  await service?.[Symbol.asyncDispose]();
});

test('the calls of a good assistant answer every question, with few calls and tokens', async () => {
  const outcomes = await evaluateCalls(tools, rest);
  expect(outcomes.length).toBeGreaterThanOrEqual(24);
  expect(outcomes.filter(({ isRight }) => !isRight)).toEqual([]);
  for (const { question, calls, tokens } of outcomes) {
    expect(calls, question).toBeLessThanOrEqual(CALLS_MAX);
    expect(tokens, question).toBeLessThanOrEqual(TOKENS_MAX);
  }
});

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

/** An endpoint of a language model: there is none here. It calls one tool, then repeats what it got. */
async function withModel(work: (url: string, requests: ChatRequest[]) => Promise<void>): Promise<void> {
  const requests: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as ChatRequest;
    requests.push(body);
    const last = body.messages.at(-1)!;
    const call = { id: 'call_1', type: 'function', function: { name: 'get_account_performance', arguments: '{}' } };
    const message =
      last.role === 'tool' ? { content: `I read: ${last.content}` } : { content: null, tool_calls: [call] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests);
  } finally {
    server.close();
  }
}

test('a language model gets the tools and their results, and its answers are graded', async () => {
  await withModel(async (url, requests) => {
    const newest = 'What is the newest campaign of ravelmoor.example?';
    const asked = IS_LONG ? QUESTIONS : QUESTIONS.filter(({ text }, index) => index === 0 || text === newest);
    const outcomes: Outcome[] = await evaluateModel({ url, key: 'k', name: 'm' }, tools, rest, undefined, asked);
    expect(outcomes.map(({ question }) => question)).toEqual(asked.map(({ text }) => text));
    expect(outcomes[0]).toMatchObject({ isRight: true, calls: 1, truth: 'ravelmoor.example' });
    expect(outcomes.filter(({ isRight }) => !isRight).map(({ question }) => question)).toContain(newest);
    expect(requests[0]!.tools.map((tool) => tool.function.name)).toContain('get_element_report');
    expect(requests[0]!.messages[0]!.content).toContain('Drill down');
  });
});

describe('grading', () => {
  test.each<[string, string | number, boolean]>([
    ['Keep "Free Delivery".', 'Free delivery', true],
    ['Keep the other one.', 'Free delivery', false],
    ['It made $23,325.91.', 23325.91, true],
    ['It made about 23,300 dollars.', 23325.91, true],
    ['It made about 23,000 dollars.', 23325.91, false],
    ['Conversions fell by 5.98 %.', -5.98, true],
    ['Conversions fell by −5.98 %.', -5.98, true],
    ['After step 1.', 1, true],
    ['After step 10.', 1, false],
    ['None are running: 0.', 0, true],
    ['No number at all.', 3, false],
  ])('%j has %j: %j', (said, answer, isRight) => {
    expect(hasAnswer(said, answer)).toBe(isRight);
  });
});
