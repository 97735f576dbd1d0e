// The questions of the event log answer as their plain form does.
import fc from 'fast-check';
import { describe } from 'vitest';
import { attribution } from '../../../../src/core/engine/event-log/attribution/attribution.ts';
import { breakdown } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import { hours } from '../../../../src/core/engine/event-log/breakdowns/hours.ts';
import { funnel } from '../../../../src/core/engine/event-log/funnels/funnel.ts';
import { paths } from '../../../../src/core/engine/event-log/paths/paths.ts';
import { reach } from '../../../../src/core/engine/event-log/reach/reach.ts';
import { traffic } from '../../../../src/core/engine/event-log/reach/traffic.ts';
import { retention } from '../../../../src/core/engine/event-log/retention/retention.ts';
import {
  attributions,
  breakdowns,
  funnels,
  pathQuestions,
  questionsByHour,
  reachQuestions,
  retentions,
  simpleBreakdowns,
  trafficQuestions,
} from './model.ts';
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

describe('funnel', () => testQuestion(funnel, funnels));

describe('attribution', () => {
  testQuestion(attribution, attributions);
  testWithoutPageViews(attribution, attributions);
});

describe('retention', () => testQuestion(retention, retentions));

describe('paths', () => testQuestion(paths, pathQuestions));

describe('reach', () => testQuestion(reach, reachQuestions));

describe('traffic', () => testQuestion(traffic, trafficQuestions));
