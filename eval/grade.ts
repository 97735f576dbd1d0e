// Whether a text has the answer in it: a name in any case, a number however it is written.
import type { Answer } from './questions.ts';

/** Thousands may be separated; what is not a digit before or after ends a number. */
const NUMBERS = /[-−]?\d[\d,]*(?:\.\d+)?/g;
/** A model may round what it says. */
const ROUNDING = 0.005;

export function hasAnswer(text: string, answer: Answer): boolean {
  if (typeof answer === 'string') return text.toLowerCase().includes(answer.toLowerCase());
  const numbers = [...text.matchAll(NUMBERS)].map(([number]) => Number(number.replace('−', '-').replaceAll(',', '')));
  // A fall of 12 % may be said without the sign.
  return numbers.some((number) => isClose(number, answer) || isClose(-number, answer));
}

function isClose(number: number, answer: number): boolean {
  if (Number.isInteger(answer) && Math.abs(answer) < 1 / ROUNDING) return number === answer;
  return Math.abs(number - answer) <= Math.abs(answer) * ROUNDING;
}
