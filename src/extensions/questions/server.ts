import { defineServerHalf } from '../../core/server/extension/server-half.ts';
import { type CostServices, Costs } from './costs.ts';
import { funnelStep } from './funnel.ts';
import { cost, costs } from './list-costs.ts';
import { questionsReads } from './reads.ts';
import { FUNNEL_OPERATIONS, savedFunnel } from './saved-funnel-operations.ts';
import { sentCost, setCosts } from './set-costs.ts';

export const server = defineServerHalf<CostServices>({
  reads: questionsReads,
  actions: [...FUNNEL_OPERATIONS, setCosts],
  services: ({ database, clock }) => ({ costs: new Costs(database, clock) }),
  schemas: [
    [funnelStep, 'FunnelStep'],
    [savedFunnel, 'SavedFunnel'],
    [cost, 'Cost'],
    [costs, 'Costs'],
    [sentCost, 'SentCost'],
  ],
  errorCodes: {
    too_many_funnels: 'The website has too many saved funnels: delete one first.',
    duplicate_cost: 'Two costs of the list are for the same channel or utm_campaign and month.',
    too_many_costs: 'The website would have too many costs: remove some first.',
  },
});
