// `npm run eval`: how useful the tools are. Asks questions about the demo account, first of an assistant that follows a script, then, where
// one is configured, of a language model.
import { parseArgs } from 'node:util';
import { type Model, ModelError } from './ask-model.ts';
import { startDemoService } from './demo-service.ts';
import { type Evaluation, evaluateModel, evaluateScript, type Outcome, summarize } from './evaluate.ts';
import type { Kind } from './question.ts';
import { QUESTIONS } from './questions/all.ts';
import { writeTranscripts } from './transcript.ts';
import { Truth } from './truth/truth.ts';

const KINDS = [...new Set(QUESTIONS.map(({ kind }) => kind))];

const HELP = `npm run eval [-- OPTIONS]

Asks ${QUESTIONS.length} questions that marketers ask, over the demo account, and grades the answers by what is counted in its events.
A right answer is worth 1 point, a refusal 0, a wrong answer -1.

Without a language model, an assistant answers that follows a script. With one, the model answers, too, and chooses the calls:
  EVAL_LLM_URL    the base URL of an OpenAI-compatible API, such as https://api.example/v1
  EVAL_LLM_KEY    its key, if it needs one
  EVAL_LLM_MODEL  the name of the model

  --only KIND            asks only questions of this kind: ${KINDS.join(', ')}
  --transcripts FOLDER   where to write conversations that were not right; default: artifacts/eval
  --json                 prints one JSON document
  --help                 prints this

Exit 1 if the script is wrong, or cannot answer yet; 2 if the model does not answer. What a model says is only reported.`;

const values = readOptions();
if (values.help) console.log(HELP);
else await run();

function readOptions() {
  const options = {
    only: { type: 'string' },
    transcripts: { type: 'string', default: 'artifacts/eval' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${(error as Error).message} npm run eval -- --help lists the options.`);
  }
}

async function run(): Promise<void> {
  const model = configuredModel();
  const questions = chosenQuestions();
  const say = (text: string) => values.json || console.log(text);
  say('Building the demo account …');
  await using service = await startDemoService();
  say('Counting its events …');
  const truth = new Truth(service.builtAtMs);
  let asked = 0;
  const evaluation: Evaluation = {
    tools: service.tools,
    truth,
    questions,
    onOutcome: (outcome) => say(line(outcome, ++asked, questions.length)),
  };
  say('\nBy script');
  const script = await evaluateScript(evaluation);
  say(total(script));
  asked = 0;
  say(model ? `\n${model.name}` : '\nNo language model is configured (EVAL_LLM_URL, EVAL_LLM_MODEL).');
  const answers = model ? await answersOf(model, evaluation) : undefined;
  if (answers) say(total(answers));
  const written =
    writeTranscripts(values.transcripts, 'script', script) +
    (answers ? writeTranscripts(values.transcripts, 'model', answers) : 0);
  if (written > 0) say(`\n${written} conversations that were not right are in ${values.transcripts}.`);
  if (values.json) {
    console.log(
      JSON.stringify({
        script: report(script),
        ...(model && answers && { model: model.name, answers: report(answers) }),
      }),
    );
  }
  const { wrong, waiting } = summarize(script);
  if (wrong + waiting > 0) process.exitCode = 1;
}

async function answersOf(model: Model, evaluation: Evaluation): Promise<Outcome[] | undefined> {
  try {
    return await evaluateModel(model, evaluation);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
    return undefined;
  }
}

function report(outcomes: readonly Outcome[]) {
  const questions = outcomes.map(({ question, calls, ...outcome }) => {
    return { kind: question.kind, ...outcome, calls: calls.map(({ tool, args }) => ({ tool, args })) };
  });
  return { summary: summarize(outcomes), questions };
}

function chosenQuestions() {
  const { only } = values;
  if (only === undefined) return QUESTIONS;
  if (!KINDS.includes(only as Kind)) fail(`There are no questions of the kind ${only}. Kinds: ${KINDS.join(', ')}.`);
  return QUESTIONS.filter(({ kind }) => kind === only);
}

function configuredModel(): Model | undefined {
  const { EVAL_LLM_URL: url, EVAL_LLM_KEY: key, EVAL_LLM_MODEL: name } = process.env;
  if (url && name) return { url, key, name };
  if (url || name) fail('Set both EVAL_LLM_URL and EVAL_LLM_MODEL, or neither.');
  return undefined;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function line({ verdict, turns, calls, resultTokens }: Outcome, asked: number, all: number): string {
  const cost = `${String(calls.length).padStart(2)} calls ${String(resultTokens).padStart(6)} tokens`;
  const label = { right: 'right', refused: 'refused', wrong: 'WRONG', waiting: 'not yet' }[verdict].padEnd(8);
  const head = `${String(asked).padStart(3)}/${all} ${label}${cost}  ${turns.map(({ text }) => text).join(' / ')}`;
  const failed = turns.filter((turn) => turn.verdict !== 'right');
  const details = failed.map(
    ({ answer, truth, why }) => `${' '.repeat(9)}${[why, answer, `truth: ${truth}`].filter(Boolean).join(' | ')}`,
  );
  return [head, ...details].join('\n');
}

function total(outcomes: readonly Outcome[]): string {
  const { questions, right, refused, wrong, waiting, points, ...tokens } = summarize(outcomes);
  const numbers = `${right} right, ${refused} refused, ${wrong} wrong, ${waiting} not answerable yet`;
  const model =
    tokens.modelTokensPerRight > 0 ? `, ${tokens.modelTokensPerRight.toLocaleString('en')} of the model` : '';
  return [
    `${questions} questions: ${numbers}; ${points} points`,
    `${tokens.medianResultTokens.toLocaleString('en')} tokens of results for the median question; ` +
      `${tokens.resultTokensPerRight.toLocaleString('en')} per right answer${model}`,
  ].join('\n');
}
