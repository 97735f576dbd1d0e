// `npm run eval`: how useful the tools are. Asks questions about the demo account, first with the calls that a good assistant
// would make, then, where one is configured, with a language model.
import { parseArgs } from 'node:util';
import type { Model } from './ask-model.ts';
import { startDemoService } from './demo-service.ts';
import { evaluateCalls, evaluateModel, type Outcome } from './evaluate.ts';
import { Rest, Tools } from './sources.ts';

const HELP = `npm run eval [-- --json]

Asks about two dozen questions that marketers ask, over the demo account, and checks the answers.

Without a language model it makes the calls that a good assistant would make. With one, it also lets the model choose the calls:
  EVAL_LLM_URL    the base URL of an OpenAI-compatible API, such as https://api.example/v1
  EVAL_LLM_KEY    its key, if it needs one
  EVAL_LLM_MODEL  the name of the model

  --json  prints one JSON document
  --help  prints this

Exit 1 if a deterministic answer is wrong. The answers of a model are only reported.`;

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) console.log(HELP);
else await run(values.json ?? false);

async function run(asJson: boolean): Promise<void> {
  const model = configuredModel();
  if (!asJson) console.log('Building the demo account …');
  await using service = await startDemoService();
  const tools = await Tools.connect(`${service.url}/mcp`, service.toolToken);
  const rest = new Rest(service.url, service.restToken);
  const show = asJson ? undefined : printOutcome;
  if (!asJson) console.log('\nThe calls of a good assistant');
  const calls = await evaluateCalls(tools, rest, show);
  if (!asJson) printTotal(calls);
  if (!asJson && model) console.log(`\n${model.name}`);
  const answers = model && (await evaluateModel(model, tools, rest, show));
  if (!asJson && answers) printTotal(answers);
  if (!asJson && !model) console.log('\nNo language model is configured (EVAL_LLM_URL, EVAL_LLM_MODEL).');
  if (asJson) console.log(JSON.stringify({ calls, ...(model && { model: model.name, answers }) }));
  await tools.close();
  if (calls.some(({ isRight }) => !isRight)) process.exitCode = 1;
}

function configuredModel(): Model | undefined {
  const { EVAL_LLM_URL: url, EVAL_LLM_KEY: key, EVAL_LLM_MODEL: name } = process.env;
  if (url && name) return { url, key, name };
  if (url || name) throw new Error('Set both EVAL_LLM_URL and EVAL_LLM_MODEL, or neither.');
  return undefined;
}

function printOutcome({ question, isRight, answer, truth, calls, tokens, milliseconds }: Outcome): void {
  const cost = `${String(calls).padStart(2)} calls ${String(tokens).padStart(6)} tokens ${milliseconds.toFixed(0).padStart(5)} ms`;
  console.log(`${isRight ? 'right' : 'WRONG'} ${cost}  ${question}`);
  console.log(`${' '.repeat(37)}${answer}${isRight ? '' : ` (truth: ${truth})`}`);
}

function printTotal(outcomes: readonly Outcome[]): void {
  const sum = (value: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + value(outcome), 0);
  const right = outcomes.filter(({ isRight }) => isRight).length;
  const perQuestion = (total: number) => (total / outcomes.length).toFixed(1);
  console.log(
    `${right} of ${outcomes.length} right; ${perQuestion(sum(({ calls }) => calls))} calls and ` +
      `${Math.round(sum(({ tokens }) => tokens) / outcomes.length).toLocaleString('en')} tokens a question`,
  );
}
