// All questions that can be asked of the event log. A new one is a file, and a line here.
import { attribution } from '../attribution/attribution.ts';
import { breakdown } from '../breakdowns/breakdown.ts';
import { hours } from '../breakdowns/hours.ts';
import type { LogQuestion } from '../counting/log-question.ts';
import { funnel } from '../funnels/funnel.ts';
import { paths } from '../paths/paths.ts';
import { reach } from '../reach/reach.ts';
import { traffic } from '../reach/traffic.ts';
import { retention } from '../retention/retention.ts';

export const LOG_QUESTIONS = { breakdown, hours, funnel, attribution, retention, paths, reach, traffic };

export type LogQuestionName = keyof typeof LOG_QUESTIONS;
export type Asked<Name extends LogQuestionName> = Parameters<(typeof LOG_QUESTIONS)[Name]>[0];
type AnswerOf<Question> = Question extends LogQuestion<infer _, infer Answer> ? Answer : never;
export type Answered<Name extends LogQuestionName> = AnswerOf<ReturnType<(typeof LOG_QUESTIONS)[Name]>>;

/** What is asked as a question that can be counted. */
export function questionOf<Name extends LogQuestionName>(
  name: Name,
  asked: Asked<Name>,
): LogQuestion<unknown, Answered<Name>> {
  const question = LOG_QUESTIONS[name] as unknown as (asked: Asked<Name>) => LogQuestion<unknown, Answered<Name>>;
  return question(asked);
}
