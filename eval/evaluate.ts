// Asks all questions, and notes for each whether the answer was right and what it cost.
import { askModel, type Model } from './ask-model.ts';
import { hasAnswer } from './grade.ts';
import { type Answer, QUESTIONS } from './questions.ts';
import type { Rest, Tools } from './sources.ts';

export interface Outcome {
  readonly question: string;
  readonly isRight: boolean;
  readonly answer: string;
  readonly truth: Answer;
  readonly calls: number;
  readonly tokens: number;
  readonly milliseconds: number;
}

/** Makes the calls of a good assistant. Right: the answer is the truth, and a model could have read it in the last result. */
export function evaluateCalls(tools: Tools, rest: Rest, onOutcome?: (outcome: Outcome) => void): Promise<Outcome[]> {
  return evaluate(rest, onOutcome, async (question, truth) => {
    const conversation = tools.another();
    const answer = await question.answer(conversation);
    const isReadable = isDerived(conversation, answer) || hasAnswer(conversation.texts.at(-1) ?? '', truth);
    return { conversation, answer: String(answer), isRight: answer === truth && isReadable };
  });
}

/** With a language model, which chooses the calls. */
export function evaluateModel(
  model: Model,
  tools: Tools,
  rest: Rest,
  onOutcome?: (outcome: Outcome) => void,
  questions = QUESTIONS,
): Promise<Outcome[]> {
  const ask: Ask = async ({ text }, truth) => {
    const conversation = tools.another();
    const answer = await askModel(model, text, conversation);
    return { conversation, answer, isRight: hasAnswer(answer, truth) };
  };
  return evaluate(rest, onOutcome, ask, questions);
}

/** The number of items of a list stands nowhere in it. */
function isDerived({ texts }: Tools, answer: Answer): boolean {
  const { data = {} } = JSON.parse(texts.at(-1) ?? '{}');
  return Object.values(data).some((value) => Array.isArray(value) && value.length === answer);
}

type Ask = (
  question: (typeof QUESTIONS)[number],
  truth: Answer,
) => Promise<{ conversation: Tools; answer: string; isRight: boolean }>;

async function evaluate(
  rest: Rest,
  onOutcome: ((outcome: Outcome) => void) | undefined,
  ask: Ask,
  questions = QUESTIONS,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const truth = await question.truth(rest);
    const { conversation, answer, isRight } = await ask(question, truth);
    const { calls, tokens, milliseconds } = conversation;
    const outcome = {
      question: question.text,
      isRight,
      answer,
      truth,
      calls,
      tokens: Math.round(tokens),
      milliseconds,
    };
    outcomes.push(outcome);
    onOutcome?.(outcome);
  }
  return outcomes;
}
