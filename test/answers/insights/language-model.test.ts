// Against an endpoint with configurable responses, valid and invalid.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LanguageModel, mask } from '../../../src/answers/insights/language-model.ts';

const FACTS = [
  'The conversion rate of “Spring 2025 popup” fell significantly: 5.0% of 1,000 viewers, compared with 10.0% in the previous 4 weeks.',
  'The winner is variant “B” in “Write to jane@example.com”: 15.0%, compared with 10.0% (the last 4 weeks).',
];

interface Reply {
  /** The number of blank bytes before the body. */
  readonly fillerBytes?: number;
  readonly status?: number;
  readonly body?: string;
  /** Never responds. */
  readonly silent?: boolean;
}

let server: Server;
let url: string;
let reply: Reply;
const requests: { path: string; authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    requests.push({ path: request.url!, authorization: request.headers.authorization, body });
    if (reply.silent) return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(' '.repeat(reply.fillerBytes ?? 0) + (reply.body ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
beforeEach(() => {
  requests.length = 0;
});

const quiet = pino({ level: 'silent' });
const model = () => new LanguageModel({ url, key: 'secret', model: 'small', answerMsMax: 2_000 }, quiet);

function saying(content: string): Reply {
  return { body: JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }) };
}

const GOOD = [
  '{A} converted only 5.0% of its 1,000 viewers; in the previous 4 weeks it was 10.0%.',
  'In {B}, {A} is the better one: 15.0% against 10.0% over 4 weeks.',
];

test('a response that is too large is ignored', async () => {
  reply = { ...saying(JSON.stringify(GOOD)), fillerBytes: 1024 * 1024 };
  expect(await model().reword(FACTS)).toEqual(FACTS);
  reply = { ...saying(JSON.stringify(GOOD)), fillerBytes: 512 * 1024 };
  expect(await model().reword(FACTS)).not.toEqual(FACTS);
});

describe('a valid response', () => {
  test.each([
    ['plain', JSON.stringify(GOOD)],
    ['wrapped, as models do', `Here you are:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``],
  ])('%s: is used, with the names restored', async (_name, content) => {
    reply = saying(content);
    expect(await model().reword(FACTS)).toEqual([
      '“Spring 2025 popup” converted only 5.0% of its 1,000 viewers; in the previous 4 weeks it was 10.0%.',
      'In “Write to jane@example.com”, “B” is the better one: 15.0% against 10.0% over 4 weeks.',
    ]);
  });

  test('numbers may be left out or lose their thousands separators', async () => {
    reply = saying(JSON.stringify(['{A} is down to 5.0% of 1000.', '{A} wins in {B}.']));
    expect(await model().reword(FACTS)).toEqual([
      '“Spring 2025 popup” is down to 5.0% of 1000.',
      '“B” wins in “Write to jane@example.com”.',
    ]);
  });
});

test('the request follows the common API and contains no names', async () => {
  reply = saying(JSON.stringify(GOOD));
  await model().reword(FACTS);
  expect(requests).toHaveLength(1);
  const [{ path, authorization, body }] = requests as [(typeof requests)[0]];
  expect(path).toBe('/v1/chat/completions');
  expect(authorization).toBe('Bearer secret');
  const { model: name, messages } = JSON.parse(body);
  expect(name).toBe('small');
  expect(JSON.parse(messages.at(-1).content)).toEqual([
    'The conversion rate of {A} fell significantly: 5.0% of 1,000 viewers, compared with 10.0% in the previous 4 weeks.',
    'The winner is variant {A} in {B}: 15.0%, compared with 10.0% (the last 4 weeks).',
  ]);
  expect(body).not.toContain('jane');
  expect(body).not.toContain('Spring');
});

test('the full URL works too, and a key is optional', async () => {
  reply = saying(JSON.stringify(GOOD));
  await new LanguageModel({ url: `${url}/chat/completions`, key: undefined, model: 'x' }, quiet).reword(FACTS);
  expect(requests[0]).toMatchObject({ path: '/v1/chat/completions', authorization: undefined });
});

describe('the computed sentences are used after', () => {
  const items = (first: string, second = GOOD[1]!) => saying(JSON.stringify([first, second]));

  test.each<[string, Reply]>([
    ['an invented number', items('{A} converted 6.0% of 1,000 viewers.')],
    ["another item's number", items('{A} converted 15.0% of 1,000 viewers.')],
    ['a number that was computed', items('{A} lost 50% of its conversions: 5.0% against 10.0%.')],
    ['a number in words', items('{A} has lost half of its conversions.')],
    ['another one', items('{A} converts twice as badly.')],
    ['a number in other digits', items('{A} fell to ٥ of 1,000.')],
    ['a name that is gone', items('The popup converted 5.0%.')],
    ['a name that was made up', items('{A} and {C} converted 5.0%.')],
    ['a link', items('{A} converted 5.0%, see https://evil.example.')],
    ['markup', items('<b>{A}</b> converted 5.0%.')],
    ['an empty item', items('')],
    ['too few items', saying(JSON.stringify(GOOD.slice(1)))],
    ['too many items', saying(JSON.stringify([...GOOD, 'More.']))],
    ['items that are no text', saying('[1, 2]')],
    ['an endless item', items(`{A} ${'very '.repeat(400)}`)],
    ['no list', saying('I cannot do that.')],
    ['a broken list', saying('["{A}')],
    ['garbage', { body: 'not JSON at all' }],
    ['another shape', { body: '{"answer":"yes"}' }],
    ['no choice', { body: '{"choices":[]}' }],
    ['an error', { status: 500, body: '{"error":"overloaded"}' }],
    ['a refusal', { status: 401, body: '{}' }],
    ['a redirection', { status: 302, body: '' }],
  ])('%s', async (_name, bad) => {
    reply = bad;
    expect(await model().reword(FACTS)).toEqual(FACTS);
    expect(requests).toHaveLength(1);
  });

  test('a time-out', async () => {
    reply = { silent: true };
    const hasty = new LanguageModel({ url, key: undefined, model: 'slow', answerMsMax: 50 }, quiet);
    expect(await hasty.reword(FACTS)).toEqual(FACTS);
  });

  test('no connection', async () => {
    const nowhere = new LanguageModel({ url: 'http://127.0.0.1:1', key: undefined, model: 'x' }, quiet);
    expect(await nowhere.reword(FACTS)).toEqual(FACTS);
  });
});

test('after three failures in a row it is not called for a while, so that a long run does not wait each time', async () => {
  reply = { status: 500 };
  const failing = model();
  for (let website = 0; website < 10; website++) expect(await failing.reword(FACTS)).toEqual(FACTS);
  expect(requests).toHaveLength(3);
});

test('the same name has the same placeholder', () => {
  expect(mask('“A” beats “B”; “A” it is')).toEqual({
    text: '{A} beats {B}; {A} it is',
    names: new Map([
      ['{A}', '“A”'],
      ['{B}', '“B”'],
    ]),
  });
});
