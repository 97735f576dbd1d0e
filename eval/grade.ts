// Grades what an assistant says by its claim: the line that begins with `Answer:`, or else all of it. Who names both variants, several
// numbers or the wrong direction has not answered. A wrong claim is worse than a refusal, because somebody acts on it.
import type { Claim, Expectation, Unit } from './claim.ts';

export type Verdict = 'right' | 'refused' | 'wrong';

export const POINTS: Readonly<Record<Verdict, number>> = { right: 1, refused: 0, wrong: -1 };

export interface Grade {
  readonly verdict: Verdict;
  /** Why it is not right; empty if it is. */
  readonly why: string;
}

const CLAIM_LINE = /^\W*answer\W*:[\s*_]*(.*\S.*)$/gim;
const REFUSAL = new RegExp(
  [
    String.raw`\b(cannot|can['’]t|could not|couldn['’]t|unable to|not able to|impossible to|no data)\b`,
    String.raw`\bnot (recorded|tracked|available|collected|measured|comparable)\b`,
    String.raw`\b(do|does)(n['’]t| not) (have|record|track|know|exist)\b`,
  ].join('|'),
  'i',
);
const PLAIN_YES_NO = /^\W*(yes\b|no\b(?! data))/i;
/** A refusal that guesses all the same. */
const GUESS = /\b(probably|roughly|approximately|likely|my (guess|estimate)|i would estimate|around|about)\b[^.]*?\d/i;

/** People and models round what they say: half a percent of it. */
const ROUNDING = 0.005;
/** Unique visitors may be estimates, with a standard error of 0.81 %: four of these. */
const ESTIMATE = 0.033;
/** What is rounded to two decimals. */
const LAST_DECIMAL = 0.0051;

/** `rounding` is the share by which an exact number may be off. */
export function gradeAnswer(text: string, { claims, caveat }: Expectation, rounding = ROUNDING): Grade {
  const claimed = claimOf(text);
  if (REFUSAL.test(claimed) && !PLAIN_YES_NO.test(claimed)) return gradeRefusal(text, claimed, claims);
  const reasons = claims.map((claim) => problemOf(claimed, claim, rounding));
  if (reasons.every((reason) => reason !== '')) return { verdict: 'wrong', why: [...new Set(reasons)].join('; ') };
  if (caveat && !caveat.test(text)) return { verdict: 'wrong', why: `nothing is said about ${caveat.source}` };
  return { verdict: 'right', why: '' };
}

/** The last line that says `Answer:`. */
export function claimOf(text: string): string {
  return [...text.matchAll(CLAIM_LINE)].at(-1)?.[1]?.trim() ?? text;
}

function gradeRefusal(text: string, claimed: string, claims: readonly Claim[]): Grade {
  if (GUESS.test(claimed)) return { verdict: 'wrong', why: 'refuses and guesses' };
  const refusals = claims.filter(({ kind }) => kind === 'refusal') as (Claim & { kind: 'refusal' })[];
  if (refusals.some(({ reason }) => reason.test(text))) return { verdict: 'right', why: '' };
  const why = refusals.length > 0 ? `refuses without the reason ${refusals[0]!.reason.source}` : 'refuses';
  return { verdict: 'refused', why };
}

/** What is wrong with a claim; empty if it is right. */
function problemOf(text: string, claim: Claim, rounding: number): string {
  switch (claim.kind) {
    case 'refusal':
      return 'claims what nobody can know';
    case 'number':
      return numberProblem(text, claim, rounding);
    case 'change':
      return changeProblem(text, claim, rounding);
    case 'amounts':
      return (
        claim.amounts.map((amount) => numberProblem(text, amount, rounding)).find((problem) => problem !== '') ?? ''
      );
    case 'name':
      return nameProblem(text, claim.names, claim.others);
    case 'ranking':
      return rankingProblem(text, claim.names);
    case 'yes-no':
      return yesNoProblem(text, claim.value);
    case 'day':
      return dayProblem(text, claim.value);
  }
}

interface SaidNumber {
  readonly value: number;
  readonly unit: Unit;
  readonly isSigned: boolean;
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATES = new RegExp(
  [
    String.raw`\b\d{4}-\d\d(-\d\d)?(T[\d:]+Z?)?\b`,
    String.raw`\b(${MONTHS})[a-z]*\.? \d{1,2}(st|nd|rd|th)?(,? \d{4})?\b`,
    String.raw`\b\d{1,2}(st|nd|rd|th)? (${MONTHS})[a-z]*\.?(,? \d{4})?\b`,
    String.raw`\b(${MONTHS})[a-z]* \d{4}\b`,
  ].join('|'),
  'gi',
);
/** Durations and times of day are about the window, not the claim. */
const DURATIONS =
  /\b(last|past|previous|next|first) \d+\b|\b\d+[ -](day|week|month|hour|minute)s?\b|\b\d{1,2}:\d\d\b/gi;
const NUMBERS =
  /(?<sign>[-−+]\s?)?(?<before>[$€]|\b(?:USD|EUR)\s?)?(?<sign2>[-−])?(?<digits>\d[\d,]*(?:\.\d+)?)\s?(?<scale>[kKM]\b)?\s?(?<after>%|percent\b|per cent\b|[$€]|USD\b|EUR\b|dollars?\b|euros?\b)?/g;

function numbersIn(text: string): SaidNumber[] {
  const rest = text.replace(DATES, ' ').replace(DURATIONS, ' ');
  return [...rest.matchAll(NUMBERS)].map(({ groups = {} }) => {
    const { sign = '', sign2 = '', before = '', digits = '', scale = '', after = '' } = groups;
    const factor = { k: 1000, K: 1000, M: 1_000_000 }[scale] ?? 1;
    const value = Number(digits.replaceAll(',', '')) * factor;
    const isNegative = /[-−]/.test(sign + sign2);
    return { value: isNegative ? -value : value, unit: unitOf(before + after), isSigned: sign + sign2 !== '' };
  });
}

function unitOf(said: string): Unit {
  if (/%|per ?cent/.test(said)) return 'percent';
  if (/\$|USD|dollar/.test(said)) return 'USD';
  if (/€|EUR|euro/.test(said)) return 'EUR';
  return 'count';
}

/** Those with the unit, or, if none has it, those without any. */
function candidates(text: string, unit: Unit): SaidNumber[] {
  const numbers = numbersIn(text);
  const withUnit = numbers.filter((number) => number.unit === unit);
  return withUnit.length > 0 ? withUnit : numbers.filter((number) => number.unit === 'count');
}

function numberProblem(text: string, claim: Claim & { kind: 'number' }, rounding: number): string {
  const said = candidates(text, claim.unit);
  if (said.length === 0) return `no number in ${claim.unit}`;
  const isRight = (number: SaidNumber) => isClose(number.value, claim, rounding);
  if (said.every(isRight)) return '';
  return said.some(isRight) ? 'several numbers' : `another number: ${said.map((number) => number.value).join(', ')}`;
}

/** Small whole numbers have no tolerance. */
function isClose(said: number, { value, isEstimate }: Claim & { kind: 'number' }, rounding: number): boolean {
  const tolerance = Math.abs(value) * (isEstimate ? ESTIMATE : rounding);
  if (Number.isInteger(value) && tolerance < 1) return said === value;
  return Math.abs(said - value) <= Math.max(tolerance, LAST_DECIMAL);
}

const DOWN = /\b(fell|fall(en|s)?|down|decreas\w*|dropp?\w*|lost|declin\w*|lower|less|fewer|worse)\b/i;
const UP = /\b(rose|rise[ns]?|up|grew|grow[ns]?|increas\w*|gain\w*|higher|more|better)\b/i;

function changeProblem(text: string, { value, points }: Claim & { kind: 'change' }, rounding: number): string {
  const said = candidates(text, 'percent');
  if (said.length === 0) return 'no percentage';
  const directed = said.map((number) => directedValue(number, text));
  // A change is often said without decimals.
  const tolerance = Math.max(points, LAST_DECIMAL, rounding > 0 ? Math.max(0.5, Math.abs(value) * rounding) : 0);
  const isRight = (number: number) => Math.abs(number - value) <= tolerance;
  if (directed.every(isRight)) return '';
  if (directed.some(isRight)) return 'several numbers';
  return directed.some((number) => isRight(-number)) ? 'the wrong direction' : `another change: ${directed.join(', ')}`;
}

/** Words say the direction of a number without a sign. NaN if words and sign contradict each other. */
function directedValue({ value, isSigned }: SaidNumber, text: string): number {
  const [isDown, isUp] = [DOWN.test(text), UP.test(text)];
  if (isDown === isUp) return isSigned || !isDown ? value : Number.NaN;
  if (isSigned && isUp && value < 0) return Number.NaN;
  return isDown ? -Math.abs(value) : value;
}

/** The names that a text says, where a longer one hides a shorter one that is a part of it. */
function saidNames(text: string, names: readonly string[]): { readonly name: string; readonly at: number }[] {
  let rest = text.toLowerCase();
  const found: { name: string; at: number }[] = [];
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name.toLowerCase())}(?![\\p{L}\\p{N}])`, 'gu');
    const at = rest.search(pattern);
    if (at >= 0) found.push({ name, at });
    rest = rest.replace(pattern, (match) => ' '.repeat(match.length));
  }
  return found;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function nameProblem(text: string, names: readonly string[], others: readonly string[]): string {
  const said = saidNames(text, [...names, ...others]).map(({ name }) => name);
  if (said.length === 0) return 'no name';
  const wrong = said.filter((name) => others.includes(name));
  if (wrong.length === 0) return '';
  return wrong.length < said.length ? `several names: ${said.join(', ')}` : `another name: ${wrong.join(', ')}`;
}

function rankingProblem(text: string, names: readonly string[]): string {
  const said = saidNames(text, names).toSorted((one, other) => one.at - other.at);
  if (said.length < names.length) return 'names are missing';
  return said.every(({ name }, index) => name === names[index]) ? '' : 'another order';
}

function yesNoProblem(text: string, value: boolean): string {
  const first = /^\W*(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
  const all = new Set([...text.matchAll(/\b(yes|no)\b/gi)].map(([word]) => word.toLowerCase()));
  const said = first ?? (all.size === 1 ? [...all][0] : undefined);
  if (said === undefined) return 'neither yes nor no';
  return (said === 'yes') === value ? '' : `says ${said}`;
}

function dayProblem(text: string, day: string): string {
  const said = [...text.matchAll(DATES)].map(([date]) => isoOf(date, day.slice(0, 4)));
  if (said.length === 0) return 'no date';
  if (said.every((date) => date === day || (date.length === 7 && day.startsWith(date)))) return '';
  return said.includes(day) ? 'several dates' : `another date: ${said.join(', ')}`;
}

function isoOf(date: string, defaultYear: string): string {
  const iso = /^\d{4}-\d\d(-\d\d)?/.exec(date);
  if (iso) return iso[0];
  const month = MONTHS.split('|').findIndex((name) => new RegExp(name, 'i').test(date)) + 1;
  const year = /\d{4}/.exec(date)?.[0] ?? defaultYear;
  const dayOfMonth = /\b(\d{1,2})(?!\d)/.exec(date.replace(/\d{4}/, ''))?.[1];
  const parts = [year, String(month).padStart(2, '0'), ...(dayOfMonth ? [dayOfMonth.padStart(2, '0')] : [])];
  return parts.join('-');
}
