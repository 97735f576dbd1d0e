// Questions as marketers ask them, about the demo account.
import type { Question } from '../question.ts';
import { DEPTH } from './depth.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { IMPOSSIBLE } from './impossible.ts';
import { PLAIN } from './plain.ts';
import { SEGMENTS } from './segments.ts';
import { TRAPS } from './traps.ts';
import { VAGUE } from './vague.ts';
import { WEBSITES } from './websites.ts';

export const QUESTIONS: readonly Question[] = [
  ...PLAIN,
  ...VAGUE,
  ...WEBSITES,
  ...SEGMENTS,
  ...DEPTH,
  ...FOLLOW_UPS,
  ...TRAPS,
  ...IMPOSSIBLE,
];
