// Questions about steps, answers, products, experiments, funnels and what the service keeps besides counts.
import { about, exactly, inOrder, named, onDay, yesNo } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';
import {
  by,
  funnel,
  most,
  ordersByLastChannel,
  rate,
  revenue,
  revenueByLastTouch,
  standardErrorsApart,
  unique,
} from '../truth/count.ts';
import type { PlainEvent } from '../truth/plain-events.ts';
import type { Shop } from '../truth/truth.ts';
import { dayAfter, type Window, windowBefore } from '../truth/windows.ts';

const DAY_MS = 86_400_000;
const CERTAIN = 4;

const STYLE_QUIZ = [
  call('list_campaigns', HOME),
  call('get_campaign_report', { ...HOME, id: '$0.data.campaigns[name=Style finder quiz].id' }),
  call('get_variant_report', { ...HOME, id: '$1.data.variants[0].id' }),
];

/** Revenue of each product in what is left of the orders of these events. */
export function revenueOfProducts(events: readonly PlainEvent[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { products = [], cents } of events) {
    const ordered = products.reduce((sum, product) => sum + product.revenue, 0);
    for (const { value, revenue: amount } of products) {
      if (value !== null) sums.set(value, (sums.get(value) ?? 0) + (amount * cents) / 100 / ordered);
    }
  }
  return sums;
}

/** The number of the step after which the largest share is lost. */
export function worstStep(shop: Shop, campaign: string, steps: number, window: Window): number {
  const viewers = Array.from({ length: steps }, (_, index) => unique(shop.step(campaign, index + 1, window), 'view'));
  const lost = new Map(viewers.slice(1).map((next, index) => [index + 1, 1 - next / viewers[index]!]));
  return most(lost, (share) => share);
}

/** What channels brought in a window, if the last touch of the 7 days before an order counts. */
function channelsOf(shop: Shop, window: Window) {
  return ordersByLastChannel(shop.all(window), shop.all({ ...window, from: dayAfter(window.from, -7) }), 7);
}

/** How certain it is that the second variant converts another share than the first. */
function difference(shop: Shop, campaign: string, window: Window): number {
  const [one, other] = [0, 1].map((index) => shop.variant(campaign, index, window));
  return standardErrorsApart(
    unique(one!, 'conversion'),
    unique(one!, 'view'),
    unique(other!, 'conversion'),
    unique(other!, 'view'),
  );
}

export const DEPTH = questions(
  'depth',
  turn(
    'After which step of the style finder quiz on ravelmoor.example do most visitors drop off (last 30 days)? Give its number.',
    ({ home }) => exactly(worstStep(home, 'Style finder quiz', 4, home.days.last(30))),
    STYLE_QUIZ,
    { worstStep: 'data.funnel_steps' },
  ),
  turn(
    'How many visitors reached the second step of the coffee match quiz in the last 30 days?',
    ({ coffee }) => about(unique(coffee.step('Coffee match quiz', 2, coffee.days.last(30)), 'view')),
    [
      call('list_campaigns', COFFEE),
      call('get_campaign_report', { ...COFFEE, id: '$0.data.campaigns[name=Coffee match quiz].id' }),
      call('get_variant_report', { ...COFFEE, id: '$1.data.variants[0].id' }),
    ],
    'data.funnel_steps[position=2].metrics.views',
  ),
  turn(
    'What is the most frequent answer to the first question of the style finder quiz (last 30 days)?',
    ({ home }) => {
      const answers = by(
        home
          .step('Style finder quiz', 1, home.days.last(30))
          .filter(({ type, field }) => type === 'selection' && field),
        ({ value }) => value!,
      );
      return named(
        most(answers, (events) => events.length),
        [...answers.keys()],
      );
    },
    [
      ...STYLE_QUIZ,
      call('get_step_report', { ...HOME, id: '$2.data.funnel_steps[position=1].id' }),
      call('get_element_report', { ...HOME, id: '$3.data.elements[0].id' }),
    ],
    'data.fields[0].values[most count].value',
  ),
  turn(
    'Which product is chosen most often in the free delivery bar (last 90 days)?',
    ({ home }) => {
      const chosen = by(
        home.campaign('Free delivery bar', home.days.last(90)).filter(({ product }) => product),
        ({ product }) => product!,
      );
      return named(
        most(chosen, (events) => events.length),
        [...chosen.keys()],
      );
    },
    [
      call('list_campaigns', HOME),
      call('get_products', {
        ...{ ...HOME, timeframe: 'last_90_days' },
        campaign_id: '$0.data.campaigns[name=Free delivery bar].id',
      }),
    ],
    'data.products{value!=null}[most selections].value',
  ),
  turn(
    'Which product of kaffinto.example brought the most revenue in the last 30 days?',
    ({ coffee }) => {
      const products = revenueOfProducts(coffee.all(coffee.days.last(30)));
      return named(
        most(products, (sum) => sum),
        [...products.keys()],
      );
    },
    [call('get_products', { ...COFFEE, timeframe: 'last_30_days', limit: 5 })],
    'data.products{value!=null}[most revenue].value',
  ),
  turn(
    'Which version of the welcome popup wins the test?',
    ({ home }) => {
      if (difference(home, 'Welcome offer popup', home.days.last(90)) < CERTAIN) throw new Error('Nobody wins.');
      return named('Free delivery', ['Ten percent off']);
    },
    [
      call('list_campaigns', HOME),
      call('get_experiment', { ...HOME, id: '$0.data.campaigns[name=Welcome offer popup].id' }),
    ],
    'data.variants[id=<data.verdict.variant_id>].name',
  ),
  turn(
    'Is the test of the journal sign-up decided?',
    ({ home }) => yesNo(Math.abs(difference(home, 'Journal sign-up', home.days.last(90))) > CERTAIN),
    [
      call('list_campaigns', HOME),
      call('get_experiment', { ...HOME, id: '$0.data.campaigns[name=Journal sign-up].id' }),
    ],
    { isOneOf: ['winner', 'no_difference'], value: 'data.verdict.kind' },
  ),
  turn(
    'How many experiments are running on ravelmoor.example?',
    // The exit popup shows one variant to everybody since its test ended.
    () => exactly(2),
    [call('list_experiments', HOME)],
    'data.experiments.length',
  ),
  turn(
    'Does the first order popup of kaffinto.example bring orders that would not have come anyway?',
    ({ coffee }) => {
      const window = coffee.days.last(90);
      const [shown, holdout] = [0, 2].map((index) => rate(coffee.variant('First order popup', index, window), 'order'));
      return yesNo(shown! > holdout!);
    },
    [
      call('list_campaigns', COFFEE),
      call('get_experiment', { ...COFFEE, id: '$0.data.campaigns[name=First order popup].id' }),
    ],
    { isMore: ['data.incremental.orders.low', '0'] },
  ),
  turn(
    'Of the visitors who saw the sale landing page in the last 30 days, how many converted on it and then ordered within a day?',
    ({ home }) => {
      const page = home.campaign('Sale landing page', home.days.last(30));
      // Somebody who sends the order back has ordered all the same.
      const types = [['view'], ['conversion'], ['order', 'refunded']];
      const steps = types.map((ofStep) => (event: PlainEvent) => ofStep.includes(event.type));
      return exactly(funnel(page, steps, DAY_MS)[2]!);
    },
    [
      call('list_campaigns', HOME),
      call('get_funnel', {
        ...HOME,
        step: ['view', 'conversion', 'order'].map(
          (type) => `${type};campaign:<$0.data.campaigns[name=Sale landing page].id>`,
        ),
        within_minutes: 1440,
      }),
    ],
    'data.steps[2].visitors',
  ),
  turn(
    'Which campaign of ravelmoor.example gets the most revenue if the last touch counts (last 30 days)?',
    ({ home }) => {
      const window = home.days.last(30);
      const touches = home.all({ ...window, from: dayAfter(window.from, -7) });
      const credited = revenueByLastTouch(home.all(window), touches, 7);
      credited.delete(undefined);
      return named(home.campaignNameOf(most(credited, (sum) => sum)), home.campaignNames);
    },
    [call('get_attribution', { ...HOME, model: 'last' })],
    'data.campaigns{name!=(none)}[most last.revenue].name',
  ),
  turn(
    'What did an order from paid search cost on ravelmoor.example last month, if the last touch counts?',
    ({ home }) => {
      const { orders } = channelsOf(home, home.days.lastMonth);
      return exactly(home.costOf('paid_search', home.days.lastMonth) / orders.get('paid_search')!, 'USD');
    },
    [call('get_attribution', { ...HOME, by: 'channel', model: 'last', timeframe: 'last_month' })],
    { value: 'data.rows[value=paid_search].cost_per_order', unit: 'USD' },
  ),
  turn(
    'Which of our paid channels on kaffinto.example brought the most back for what it cost last month, if the last touch counts?',
    ({ coffee }) => {
      const paid = ['paid_social', 'paid_search', 'email', 'display'];
      const { revenue: sums } = channelsOf(coffee, coffee.days.lastMonth);
      const returns = paid.map(
        (name) => [name, (sums.get(name) ?? 0) / coffee.costOf(name, coffee.days.lastMonth)] as const,
      );
      return named(
        most(new Map(returns), (factor) => factor),
        paid,
      );
    },
    [call('get_attribution', { ...COFFEE, by: 'channel', model: 'last', timeframe: 'last_month' })],
    'data.rows{return_on_spend!=null}[most return_on_spend].value',
  ),
  turn(
    'How many new contacts did ravelmoor.example get in the last 30 days?',
    ({ home }) => exactly(home.contacts(home.days.last(30))),
    [call('count_contacts', { ...HOME, timeframe: 'last_30_days' })],
    'data.contacts',
  ),
  turn(
    'Do we have a campaign about delivry? What is it called?',
    ({ home }) => named('Free delivery bar', home.campaignNames),
    [call('search', { ...HOME, query: 'delivry' })],
    'data.results{kind=campaign}[0].name',
  ),
  turn(
    'On which day of the last month or so was ravelmoor.example hardly reachable?',
    ({ home }) => onDay(dayAfter(home.days.today, -23)),
    [call('list_alerts', HOME)],
    'data.alerts[kind=drop].day',
  ),
  turn(
    'What did the weekly insights say about the revenue of ravelmoor.example in the week before last?',
    ({ home }) => exactly(revenue(home.all(windowBefore(home.days.lastWeek))), 'USD'),
    [call('get_insights', HOME), call('get_insights', { ...HOME, week: '$0.data.weeks[1]' })],
    { value: 'data.performance.revenue', unit: 'USD' },
  ),
  turn(
    'How many sign-ups do we have towards the newsletter goal of ravelmoor.example this month?',
    ({ home }) => about(unique(home.all(home.days.thisMonth), 'subscribe')),
    [call('get_context', HOME)],
    'data.goals[name=Newsletter].reached',
  ),
  turn(
    'In which hour of the week did ravelmoor.example take in the most in the four weeks up to yesterday? Give the hour, from 0 to 23.',
    ({ home }) => {
      const { to } = home.days.yesterday;
      const events = home.all({ from: dayAfter(to, -27), to });
      const hours = by(events, ({ day, hour }) => `${new Date(day).getUTCDay()} ${hour}`);
      return exactly(Number(most(hours, revenue).split(' ')[1]));
    },
    [call('get_best_times', { ...HOME, metric: 'revenue' })],
    'data.best[0].hour',
  ),
  turn(
    'Rank the live popups of ravelmoor.example by visitors in the last 30 days, the largest first.',
    ({ home }) => {
      const popups = home.byCampaign(home.days.last(30), (campaign) => {
        return campaign.cta_type === 'overlay' && campaign.status === 'live';
      });
      const viewers = [...popups].map(([name, events]) => [name, unique(events, 'view')] as const);
      return inOrder(...viewers.toSorted(([, one], [, other]) => other - one).map(([name]) => name));
    },
    [call('list_campaigns', { ...HOME, cta_type: 'overlay', status: 'live', sort: 'views' })],
    { ranking: 'data.campaigns', by: 'metrics.views', name: 'name', count: 3 },
  ),
);
