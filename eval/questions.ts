// Questions that marketers ask, over the demo account. Each has one answer that can be checked: `answer` makes the calls of a good
// assistant, and `truth` finds the same by another way, over REST.
import type { Arguments, Report, Rest, Tools } from './sources.ts';

export type Answer = string | number;

export interface Question {
  readonly text: string;
  answer(tools: Tools): Promise<Answer>;
  truth(rest: Rest): Promise<Answer>;
}

const HOME = 1;
const COFFEE = 2;
const home = { website_id: HOME };
const coffee = { website_id: COFFEE };
const quarter = { timeframe: 'last_90_days' };

export const QUESTIONS: readonly Question[] = [
  {
    text: 'Which of my websites had more unique viewers in the last 30 days?',
    answer: async (tools) => best((await tools.call('get_account_performance')).data.websites, 'viewers').name,
    truth: async (rest) => {
      const reports = await Promise.all([HOME, COFFEE].map((id) => rest.get('website', { website_id: id })));
      return best(reports, ({ data }) => data.metrics.views).website.name;
    },
  },
  {
    text: 'How many different people saw anything of ours in the last 30 days, on both websites together?',
    answer: async (tools) => (await tools.call('get_account_performance')).data.aggregate.viewers,
    truth: async (rest) =>
      (await rest.get('account/performance', { timeframe: 'last_30_days' })).data.aggregate.viewers,
  },
  {
    text: 'How many euros did all my websites with that currency make together in the last 30 days?',
    answer: async (tools) => (await tools.call('get_account_performance')).data.aggregate.revenue_by_currency!.EUR!,
    truth: async (rest) => sum(await days(rest, COFFEE, 'last_30_days'), ({ revenue }) => revenue),
  },
  {
    text: 'How much revenue did ravelmoor.example make in the last 30 days?',
    answer: async (tools) => (await tools.call('get_website_report', home)).data.metrics.revenue,
    truth: async (rest) => sum(await days(rest, HOME, 'last_30_days'), ({ revenue }) => revenue),
  },
  {
    text: 'By how many percent did the revenue of kaffinto.example change in the last 30 days against the 30 days before?',
    answer: async (tools) =>
      (await tools.call('get_website_report', { ...coffee, previous_period: true })).data.metrics.changes!.revenue!,
    truth: async (rest) => {
      const { data } = await rest.get('website', { ...coffee, previous_period: true });
      const { revenue, previous } = data.metrics;
      return round((revenue / previous!.revenue - 1) * 100);
    },
  },
  {
    text:
      'What changed on ravelmoor.example in the last 7 days: by how many percent did conversions go up or down against the week ' +
      'before?',
    answer: async (tools) => {
      const args = { ...home, timeframe: 'last_7_days', previous_period: true };
      return (await tools.call('get_website_report', args)).data.metrics.changes!.conversions!;
    },
    truth: async (rest) => {
      const { data } = await rest.get('website', { ...home, timeframe: 'last_7_days', previous_period: true });
      return round((data.metrics.conversions / data.metrics.previous!.conversions - 1) * 100);
    },
  },
  {
    text: 'Which campaign of ravelmoor.example brought in the most revenue in the last 90 days?',
    answer: async (tools) => (await campaigns(tools, { ...home, ...quarter, sort: 'revenue', per_page: 1 }))[0]!.name,
    truth: async (rest) => best(await rest.campaigns(HOME, quarter), ({ metrics }) => metrics.revenue).name,
  },
  {
    text: 'Which live campaign of kaffinto.example has the best conversion rate over the last 30 days?',
    answer: async (tools) =>
      (await campaigns(tools, { ...coffee, status: 'live', sort: 'conversion_rate', per_page: 1 }))[0]!.name,
    truth: async (rest) => {
      const live = (await rest.campaigns(COFFEE)).filter(({ status }) => status === 'live');
      return best(live, ({ metrics }) => metrics.conversion_rate).name;
    },
  },
  {
    text: 'Which campaign of ravelmoor.example lost the most of its conversion rate in the last 90 days against the 90 days before?',
    answer: async (tools) => {
      const found = await campaigns(tools, { ...home, ...quarter, status: 'live', previous_period: true });
      return best(found, ({ metrics }) => -metrics.changes!.conversion_rate!).name;
    },
    truth: async (rest) => {
      const all = await rest.campaigns(HOME, { ...quarter, previous_period: true });
      const live = all.filter(({ status }) => status === 'live');
      return best(live, ({ metrics }) => 1 - metrics.conversion_rate / metrics.previous!.conversion_rate).name;
    },
  },
  {
    text: 'How many campaigns of ravelmoor.example are archived?',
    answer: async (tools) =>
      (await tools.call('list_campaigns', { ...home, status: 'archived', per_page: 1 })).data.pagination.total_entries,
    truth: async (rest) => (await rest.campaigns(HOME)).filter(({ status }) => status === 'archived').length,
  },
  {
    text: 'How many quizzes do we have on kaffinto.example?',
    answer: async (tools) =>
      (await tools.call('list_campaigns', { ...coffee, cta_type: 'quiz', per_page: 1 })).data.pagination.total_entries,
    truth: async (rest) => (await rest.campaigns(COFFEE)).filter(({ cta_type }) => cta_type === 'quiz').length,
  },
  {
    text: 'What is the newest campaign of ravelmoor.example?',
    answer: async (tools) => (await campaigns(tools, { ...home, per_page: 1 }))[0]!.name,
    truth: async (rest) => (await rest.get('campaigns', { ...home, sort: 'created_at' })).data.campaigns[0]!.name,
  },
  {
    text: 'Which variant of the welcome popup on ravelmoor.example should I keep, going by the conversion rate of the last 30 days?',
    answer: async (tools) => {
      const { data } = await tools.call('list_experiments', home);
      const popup = data.experiments.find(({ campaign_name }) => /welcome/i.test(campaign_name));
      return best(popup!.variants, ({ metrics }) => metrics.conversion_rate).name!;
    },
    truth: async (rest) => {
      const popup = named(await rest.campaigns(HOME), 'Welcome offer popup');
      return best(popup.variants, ({ metrics }) => metrics.conversions / metrics.views).name!;
    },
  },
  {
    text: 'How many experiments are running on kaffinto.example?',
    answer: async (tools) => (await tools.call('list_experiments', coffee)).data.experiments.length,
    truth: async (rest) => {
      const isExperiment = ({ status, variants }: Report<'get_campaign_report'>) =>
        status === 'live' && variants.filter(({ traffic_percentage: share }) => share > 0).length > 1;
      return (await rest.campaigns(COFFEE)).filter(isExperiment).length;
    },
  },
  {
    text: 'After which step of the style finder quiz on ravelmoor.example do most visitors drop off (last 30 days)? Give its number.',
    answer: async (tools) => worstStep(await funnelSteps(tools, HOME, 'Style finder quiz')),
    truth: async (rest) => worstStep(await stepsOverRest(rest, HOME, 'Style finder quiz')),
  },
  {
    text: 'And in the coffee match quiz of kaffinto.example: after which step do most visitors drop off (last 30 days)? Give its number.',
    answer: async (tools) => worstStep(await funnelSteps(tools, COFFEE, 'Coffee match quiz')),
    truth: async (rest) => worstStep(await stepsOverRest(rest, COFFEE, 'Coffee match quiz')),
  },
  {
    text: 'How many visitors reached the second step of the coffee match quiz on kaffinto.example in the last 30 days?',
    answer: async (tools) => (await funnelSteps(tools, COFFEE, 'Coffee match quiz'))[1]!.metrics.views,
    truth: async (rest) => {
      const steps = await stepsOverRest(rest, COFFEE, 'Coffee match quiz');
      return (await rest.get(`steps/${steps[1]!.id}` as const, coffee)).data.metrics.views;
    },
  },
  {
    text: 'What is the most frequent answer to the first question of the style finder quiz on ravelmoor.example (last 30 days)?',
    answer: async (tools) => {
      const [first] = await funnelSteps(tools, HOME, 'Style finder quiz');
      const step = await tools.call('get_step_report', { ...home, id: first!.id });
      const element = await tools.call('get_element_report', { ...home, id: step.data.elements[0]!.id });
      return element.data.fields[0]!.values[0]!.value!;
    },
    truth: async (rest) => {
      const [first] = await stepsOverRest(rest, HOME, 'Style finder quiz');
      const { elements } = (await rest.get(`steps/${first!.id}` as const, home)).data;
      const { fields } = (await rest.get(`elements/${elements[0]!.id}` as const, home)).data;
      return best(fields[0]!.values, 'count').value!;
    },
  },
  {
    text: 'Which product is chosen most often in the free delivery bar of ravelmoor.example (last 90 days)?',
    answer: async (tools) => {
      const [, second] = await funnelSteps(tools, HOME, 'Free delivery bar', quarter);
      const step = await tools.call('get_step_report', { ...home, ...quarter, id: second!.id });
      const element = await tools.call('get_element_report', { ...home, ...quarter, id: step.data.elements[0]!.id });
      return best(element.data.products, 'selections').value!;
    },
    truth: async (rest) => {
      const [, second] = await stepsOverRest(rest, HOME, 'Free delivery bar', quarter);
      const { elements } = (await rest.get(`steps/${second!.id}` as const, { ...home, ...quarter })).data;
      const { products } = (await rest.get(`elements/${elements[0]!.id}` as const, { ...home, ...quarter })).data;
      return best(products, 'selections').value!;
    },
  },
  {
    text: 'How many orders did kaffinto.example have in the last 365 days?',
    answer: async (tools) =>
      (await tools.call('get_website_report', { ...coffee, timeframe: 'last_365_days' })).data.metrics.orders,
    truth: async (rest) => {
      const found = await rest.get('account/performance', { timeframe: 'last_365_days' });
      return found.data.websites.find(({ id }) => id === COFFEE)!.orders;
    },
  },
  {
    text: 'What was the average order value of ravelmoor.example over the last 90 days?',
    answer: async (tools) => (await tools.call('get_website_report', { ...home, ...quarter })).data.metrics.aov,
    truth: async (rest) => {
      const points = await days(rest, HOME, 'last_90_days');
      return round(sum(points, ({ revenue }) => revenue) / sum(points, ({ orders }) => orders));
    },
  },
  {
    text: 'How many people subscribed through the journal sign-up of ravelmoor.example in the last 30 days?',
    answer: async (tools) => named(await campaigns(tools, home), 'Journal sign-up').metrics.subscribes,
    truth: async (rest) => named(await rest.campaigns(HOME), 'Journal sign-up').metrics.subscribes,
  },
  {
    text: 'What share of those who see the coffee match quiz of kaffinto.example complete it (last 30 days, percent)?',
    answer: async (tools) => named(await campaigns(tools, coffee), 'Coffee match quiz').metrics.completion_rate,
    truth: async (rest) => {
      const { completions, views } = named(await rest.campaigns(COFFEE), 'Coffee match quiz').metrics;
      return round((completions / views) * 100);
    },
  },
  {
    text: 'On which day of the last 30 did ravelmoor.example have the most unique viewers? Answer as YYYY-MM-DD.',
    answer: async (tools) => {
      const { data } = await tools.call('get_website_report', { ...home, group_by: 'day' });
      return best(data.timeseries!.points, 'views').date;
    },
    truth: async (rest) => best(await days(rest, HOME, 'last_30_days'), 'views').date,
  },
  {
    text: 'How often was the sale landing page of ravelmoor.example seen in the last 7 days, counting every view?',
    answer: async (tools) => {
      const args = { ...home, timeframe: 'last_7_days', count_type: 'total' };
      return named(await campaigns(tools, args), 'Sale landing page').metrics.views;
    },
    truth: async (rest) => {
      const query = { timeframe: 'last_7_days', count_type: 'total', group_by: 'day' };
      const { timeseries } = named(await rest.campaigns(HOME, query), 'Sale landing page');
      return sum(timeseries!.points, ({ views }) => views);
    },
  },
  {
    text:
      'In which month of the last 365 days did the subscription landing page of kaffinto.example bring the most revenue? Answer as ' +
      'YYYY-MM-DD, the first of the month.',
    answer: async (tools) => {
      const { id } = named(await campaigns(tools, coffee), 'Subscription landing page');
      const args = { ...coffee, id, timeframe: 'last_365_days', group_by: 'month' };
      return best((await tools.call('get_campaign_report', args)).data.timeseries!.points, 'revenue').date;
    },
    truth: async (rest) => {
      const query = { timeframe: 'last_365_days', group_by: 'day' };
      const { timeseries } = named(await rest.campaigns(COFFEE, query), 'Subscription landing page');
      const months = Object.groupBy(timeseries!.points, ({ date }) => `${date.slice(0, 7)}-01`);
      return best(Object.entries(months), ([, points]) => sum(points ?? [], ({ revenue }) => revenue))[0];
    },
  },
  {
    text: 'How much revenue does the newest weekly insight of ravelmoor.example report?',
    answer: async (tools) =>
      (await tools.call('get_website_insights', home)).data.performance_snapshot.performance.revenue,
    truth: async (rest) => (await rest.get('website', { ...home, timeframe: 'insights_week' })).data.metrics.revenue,
  },
];

async function campaigns(tools: Tools, args: Arguments) {
  return (await tools.call('list_campaigns', args)).data.campaigns;
}

async function funnelSteps(tools: Tools, websiteId: number, name: string, window: Arguments = {}) {
  const { id } = named(await campaigns(tools, { website_id: websiteId }), name);
  const campaign = await tools.call('get_campaign_report', { website_id: websiteId, id });
  const variant = { website_id: websiteId, id: campaign.data.variants[0]!.id, ...window };
  return (await tools.call('get_variant_report', variant)).data.funnel_steps;
}

async function stepsOverRest(rest: Rest, websiteId: number, name: string, window: Arguments = {}) {
  const { variants } = named(await rest.campaigns(websiteId), name);
  const report = await rest.get(`variants/${variants[0]!.id}` as const, { website_id: websiteId, ...window });
  return report.data.funnel_steps;
}

/** The one that the fewest of its viewers go on from. */
function worstStep(steps: Report<'get_variant_report'>['funnel_steps']): number {
  const losses = steps.slice(1).map(({ metrics }, index) => ({
    position: steps[index]!.position,
    lost: 1 - metrics.views / steps[index]!.metrics.views,
  }));
  return best(losses, 'lost').position;
}

async function days(rest: Rest, websiteId: number, timeframe: string) {
  const report = await rest.get('website', { website_id: websiteId, timeframe, group_by: 'day' });
  return report.data.timeseries!.points;
}

function best<Item>(items: readonly Item[], by: keyof Item | ((item: Item) => number)): Item {
  const value = (item: Item) => (typeof by === 'function' ? by(item) : Number(item[by]));
  return items.reduce((a, b) => (value(b) > value(a) ? b : a));
}

function named<Item extends { readonly name: string }>(items: readonly Item[], name: string): Item {
  return items.find((item) => item.name === name)!;
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return round(items.reduce((total, item) => total + value(item), 0));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
