// The questions of this extension answer as their plain form does.
import { describe } from 'vitest';
import { attribution } from '../../../../src/extensions/questions/log/attribution.ts';
import { funnel } from '../../../../src/extensions/questions/log/funnel.ts';
import { paths } from '../../../../src/extensions/questions/log/paths.ts';
import { reach } from '../../../../src/extensions/questions/log/reach.ts';
import { retention } from '../../../../src/extensions/questions/log/retention.ts';
import { testQuestion, testWithoutPageViews } from '../../../core/engine/event-log/test-question.ts';
import { attributions, funnels, pathQuestions, reachQuestions, retentions } from './any-question.ts';

describe('funnel', () => testQuestion(funnel, funnels));

describe('attribution', () => {
  testQuestion(attribution, attributions);
  testWithoutPageViews(attribution, attributions);
});

describe('retention', () => testQuestion(retention, retentions));

describe('paths', () => testQuestion(paths, pathQuestions));

describe('reach', () => testQuestion(reach, reachQuestions));
