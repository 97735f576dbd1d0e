// What other extensions import.
export { type Judgement, judge, usualMetric } from './judge.ts';
export { readExperiment } from './read-experiment.ts';
export { withoutAdvice } from './verdict.ts';
