// What an experiment is judged by and what comes of it, as alerts and webhooks name it, too.

export const EXPERIMENT_METRICS = [
  'conversion_rate',
  'completion_rate',
  'subscribe_rate',
  'order_rate',
  'revenue_per_visitor',
] as const;
export type ExperimentMetric = (typeof EXPERIMENT_METRICS)[number];

export const VERDICTS = [
  'winner',
  'loser',
  'harmful',
  'no_difference',
  'keep_running',
  'will_not_settle',
  'unhealthy',
  'no_experiment',
] as const;
export type VerdictKind = (typeof VERDICTS)[number];
