// The questions of the event log answer as their plain form does.
import fc from 'fast-check';
import { describe } from 'vitest';
import { breakdown } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import { hours } from '../../../../src/core/engine/event-log/breakdowns/hours.ts';
import { traffic } from '../../../../src/core/engine/event-log/breakdowns/traffic.ts';
import { breakdowns, questionsByHour, simpleBreakdowns, trafficQuestions } from './model.ts';
import { testQuestion, testWithoutPageViews } from './test-question.ts';

describe('breakdown', () => {
  const asked = fc.oneof(breakdowns, simpleBreakdowns);
  testQuestion(breakdown, asked);
  testWithoutPageViews(breakdown, asked);
});

describe('hours', () => {
  testQuestion(hours, questionsByHour);
  testWithoutPageViews(hours, questionsByHour);
});

describe('traffic', () => testQuestion(traffic, trafficQuestions));
