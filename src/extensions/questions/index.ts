export { Costs } from './costs.ts';
export type { Cost, CostDimension } from './read-costs.ts';
export { FUNNELS } from './saved-funnel-operations.ts';
