// Asks questions, grades the answers, and notes what they cost.
import { type Model, ModelAssistant } from './ask-model.ts';
import { describeExpectation } from './claim.ts';
import { gradeAnswer, POINTS, type Verdict } from './grade.ts';
import type { Question, Turn } from './question.ts';
import { NotAnswerableYet, ScriptedAssistant } from './script.ts';
import type { ToolCall, Tools } from './tools.ts';
import type { Truth } from './truth/truth.ts';

interface AnsweredTurn {
  readonly text: string;
  readonly answer: string;
  readonly truth: string;
  readonly verdict: Verdict | 'waiting';
  /** Why it is not right; empty if it is. */
  readonly why: string;
}

export interface Outcome {
  readonly question: Question;
  /** The worst of its turns. `waiting`: the script needs what the service does not have yet. */
  readonly verdict: Verdict | 'waiting';
  readonly turns: readonly AnsweredTurn[];
  readonly calls: readonly ToolCall[];
  /** The tokens of the results. */
  readonly resultTokens: number;
  /** All that a model has read and written; 0 by script. */
  readonly modelTokens: number;
}

export interface Evaluation {
  readonly tools: Tools;
  readonly truth: Truth;
  readonly questions: readonly Question[];
  onOutcome?(outcome: Outcome): void;
}

/** The assistant without a model answers. */
export function evaluateScript(evaluation: Evaluation): Promise<Outcome[]> {
  return evaluate(evaluation, (tools) => {
    const assistant = new ScriptedAssistant(tools);
    return { answer: ({ script }) => assistant.answer(script), tokens: () => 0, rounding: 0 };
  });
}

/** A language model answers, and chooses the calls. */
export function evaluateModel(model: Model, evaluation: Evaluation): Promise<Outcome[]> {
  return evaluate(evaluation, (tools) => {
    const assistant = new ModelAssistant(model, tools);
    return { answer: ({ text }) => assistant.answer(text), tokens: () => assistant.tokens, rounding: undefined };
  });
}

interface Assistant {
  answer(turn: Turn): Promise<string>;
  tokens(): number;
  /** Whether it says numbers as they are (0), or as people do. */
  readonly rounding: 0 | undefined;
}

async function evaluate(
  { tools, truth, questions, onOutcome }: Evaluation,
  start: (tools: Tools) => Assistant,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const conversation = tools.another();
    const assistant = start(conversation);
    const turns: AnsweredTurn[] = [];
    for (const turn of question.turns) {
      // What comes after it refers to it.
      if (turns.at(-1)?.verdict === 'waiting') break;
      turns.push(await answerTurn(assistant, turn, truth));
    }
    const outcome = {
      question,
      turns,
      verdict: worstOf(turns),
      calls: conversation.calls,
      resultTokens: conversation.tokens,
      modelTokens: assistant.tokens(),
    };
    outcomes.push(outcome);
    onOutcome?.(outcome);
  }
  return outcomes;
}

async function answerTurn(assistant: Assistant, turn: Turn, truth: Truth): Promise<AnsweredTurn> {
  const expectation = turn.expect(truth);
  const asked = { text: turn.text, truth: describeExpectation(expectation) };
  try {
    const answer = await assistant.answer(turn);
    return { ...asked, answer, ...gradeAnswer(answer, expectation, assistant.rounding) };
  } catch (error) {
    if (!(error instanceof NotAnswerableYet)) throw error;
    return { ...asked, answer: '', verdict: 'waiting', why: error.message };
  }
}

const WORST_FIRST = ['wrong', 'waiting', 'refused', 'right'] as const;

function worstOf(turns: readonly AnsweredTurn[]): Outcome['verdict'] {
  return WORST_FIRST.find((verdict) => turns.some((turn) => turn.verdict === verdict))!;
}

export interface Summary {
  readonly questions: number;
  readonly right: number;
  readonly refused: number;
  readonly wrong: number;
  readonly waiting: number;
  /** A right answer is worth 1, a wrong one -1. */
  readonly points: number;
  readonly medianResultTokens: number;
  readonly resultTokensPerRight: number;
  readonly modelTokensPerRight: number;
}

export function summarize(outcomes: readonly Outcome[]): Summary {
  const count = (verdict: Outcome['verdict']) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  const sum = (value: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + value(outcome), 0);
  const right = count('right');
  const perRight = (tokens: number) => (right === 0 ? 0 : Math.round(tokens / right));
  // Those that need no call have no result to read.
  const sizes = outcomes.filter(({ calls }) => calls.length > 0).map(({ resultTokens }) => resultTokens);
  return {
    questions: outcomes.length,
    right,
    refused: count('refused'),
    wrong: count('wrong'),
    waiting: count('waiting'),
    points: right * POINTS.right + count('wrong') * POINTS.wrong,
    medianResultTokens: sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)] ?? 0,
    resultTokensPerRight: perRight(sum(({ resultTokens }) => resultTokens)),
    modelTokensPerRight: perRight(sum(({ modelTokens }) => modelTokens)),
  };
}
