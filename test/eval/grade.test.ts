// Grading by the claim, also of answers that try to be right in any case.
import { describe, expect, test } from 'vitest';
import {
  about,
  amounts,
  type Claim,
  changeOf,
  exactly,
  inOrder,
  named,
  onDay,
  refusal,
  yesNo,
} from '../../eval/claim.ts';
import { claimOf, gradeAnswer } from '../../eval/grade.ts';

const variants = named('Free delivery', ['Ten percent off', 'Free delivery bar']);

test.each<[string, Claim, string]>([
  // Names.
  ['Keep "Free Delivery".', variants, 'right'],
  ['Keep Ten percent off.', variants, 'wrong'],
  ['Free delivery wins against Ten percent off.', variants, 'wrong'],
  ['Free delivery bar', variants, 'wrong'],
  ['Free deliveryman', variants, 'wrong'],
  ['Both are good.', variants, 'wrong'],
  ['It was phones.', named(['mobile', 'phones'], ['desktop']), 'right'],
  // Numbers.
  ['It made $23,325.91.', exactly(23325.91, 'USD'), 'right'],
  ['It made about 23,300 dollars.', exactly(23325.91, 'USD'), 'right'],
  ['It made about 23,000 dollars.', exactly(23325.91, 'USD'), 'wrong'],
  ['It made 23.3k USD.', exactly(23325.91, 'USD'), 'right'],
  ['It made 23,325.91 EUR.', exactly(23325.91, 'USD'), 'wrong'],
  ['It made -$23,325.91.', exactly(23325.91, 'USD'), 'wrong'],
  ['$23,325.91 in the last 30 days, since 2026-10-20', exactly(23325.91, 'USD'), 'right'],
  ['It is 8.2%, 412 of 5,020.', exactly(8.2, 'percent'), 'right'],
  ['It is 8.2% or 9.1%.', exactly(8.2, 'percent'), 'wrong'],
  ['1, 2, 3, 4, 5, 6, 7', exactly(4), 'wrong'],
  ['After step 1.', exactly(1), 'right'],
  ['After step 10.', exactly(1), 'wrong'],
  ['44 contacts', exactly(44), 'right'],
  ['45 contacts', exactly(44), 'wrong'],
  ['10,100 visitors', exactly(10_000), 'wrong'],
  ['10,100 visitors', about(10_000), 'right'],
  ['10,500 visitors', about(10_000), 'wrong'],
  ['None at all.', exactly(3), 'wrong'],
  // Changes.
  ['Conversions fell by 5.98 %.', changeOf(-5.98), 'right'],
  ['-6%', changeOf(-5.98), 'right'],
  ['−5.98 %', changeOf(-5.98), 'right'],
  ['5.98 % down', changeOf(-5.98), 'right'],
  ['5.98%', changeOf(-5.98), 'wrong'],
  ['Conversions rose by 5.98 %.', changeOf(-5.98), 'wrong'],
  ['Conversions rose by -5.98 %.', changeOf(-5.98), 'wrong'],
  ['+5.98%', changeOf(-5.98), 'wrong'],
  ['Up or down by 5.98%', changeOf(-5.98), 'wrong'],
  ['+5.98%, or -5.98%', changeOf(-5.98), 'wrong'],
  ['+12%', changeOf(11.6), 'right'],
  // Amounts in several currencies.
  ['$100.50 and 20 EUR', amounts(exactly(100.5, 'USD'), exactly(20, 'EUR')), 'right'],
  ['120.50', amounts(exactly(100.5, 'USD'), exactly(20, 'EUR')), 'wrong'],
  ['20 EUR', amounts(exactly(100.5, 'USD'), exactly(20, 'EUR')), 'wrong'],
  // Orders of names.
  ['First US, then DE.', inOrder('US', 'DE'), 'right'],
  ['DE, US', inOrder('US', 'DE'), 'wrong'],
  ['US', inOrder('US', 'DE'), 'wrong'],
  // Yes or no.
  ['Yes, clearly.', yesNo(true), 'right'],
  ['No: it does not have enough visitors yet.', yesNo(false), 'right'],
  ['Yes and no.', yesNo(false), 'wrong'],
  ['It could be either: yes on phones, no elsewhere.', yesNo(true), 'wrong'],
  // Days.
  ['2026-11-12', onDay('2026-11-12'), 'right'],
  ['On November 12', onDay('2026-11-12'), 'right'],
  ['On 12 Nov 2026.', onDay('2026-11-12'), 'right'],
  ['2026-11-12 or 2026-11-13', onDay('2026-11-12'), 'wrong'],
  ['2025-11-12', onDay('2026-11-12'), 'wrong'],
  // Refusals.
  ['I cannot say: profit is not recorded.', refusal(/recorded/), 'right'],
  ['I cannot say.', refusal(/recorded/), 'refused'],
  ['Profit was 20%.', refusal(/recorded/), 'wrong'],
  ['I cannot say, as it is not recorded, but it is probably 20%.', refusal(/recorded/), 'wrong'],
  ['I cannot say: no data.', exactly(4), 'refused'],
])('%j is graded against %j as %j', (text, claim, verdict) => {
  expect(gradeAnswer(text, { claims: [claim] }).verdict).toBe(verdict);
});

describe('the claim', () => {
  test('is the last line that says so, and what is before it is not', () => {
    const text = 'There were 5,020 visitors, of whom 412 converted.\n**Answer:** 8.2%\n';
    expect(claimOf(text)).toBe('8.2%');
    expect(gradeAnswer(text, { claims: [exactly(8.2, 'percent')] }).verdict).toBe('right');
    expect(gradeAnswer(text, { claims: [exactly(412)] }).verdict).toBe('wrong');
  });

  test('misleads without its caveat', () => {
    const expectation = { claims: [exactly(8.2, 'percent')], caveat: /since/i };
    expect(gradeAnswer('Answer: 8.2%', expectation)).toMatchObject({
      verdict: 'wrong',
      why: expect.stringContaining('since'),
    });
    expect(gradeAnswer('Devices are known since August.\nAnswer: 8.2%', expectation).verdict).toBe('right');
  });

  test('may be any of several, but not all of them', () => {
    const claims = [named('Bar', ['Bar', 'Quiz']), named('Quiz', ['Bar', 'Quiz'])];
    expect(gradeAnswer('Quiz', { claims }).verdict).toBe('right');
    expect(gradeAnswer('Bar and Quiz', { claims }).verdict).toBe('wrong');
  });

  test('is exact if nothing may be rounded', () => {
    expect(gradeAnswer('23,325.90 USD', { claims: [exactly(23325.91, 'USD')] }, 0).verdict).toBe('wrong');
    expect(gradeAnswer('+5.9%', { claims: [changeOf(5.98)] }, 0).verdict).toBe('wrong');
  });
});
