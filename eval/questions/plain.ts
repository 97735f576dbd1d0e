// Questions with one number or one name as the answer.
import { about, aboutChange, changeOf, exactly, named, onDay } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';
import { averageOrder, by, change, most, orders, percent, rate, revenue, total, unique } from '../truth/count.ts';
import { windowBefore } from '../truth/windows.ts';

export const PLAIN = questions(
  'plain',
  turn(
    'How much revenue did ravelmoor.example make in the last 30 days?',
    ({ home }) => exactly(revenue(home.all(home.days.last(30))), 'USD'),
    [call('get_website_report', HOME)],
    { value: 'data.metrics.revenue', unit: 'USD' },
  ),
  turn(
    'How many orders did kaffinto.example have in the last 365 days?',
    ({ coffee }) => exactly(orders(coffee.all(coffee.days.last(365)))),
    [call('get_website_report', { ...COFFEE, timeframe: 'last_365_days' })],
    'data.metrics.orders',
  ),
  turn(
    'What was the average order value of ravelmoor.example over the last 90 days?',
    ({ home }) => exactly(averageOrder(home.all(home.days.last(90))), 'USD'),
    [call('get_website_report', { ...HOME, timeframe: 'last_90_days' })],
    { value: 'data.metrics.aov', unit: 'USD' },
  ),
  turn(
    'How many different people saw something on ravelmoor.example in the last 7 days?',
    ({ home }) => about(unique(home.all(home.days.last(7)), 'view')),
    [call('get_website_report', { ...HOME, timeframe: 'last_7_days' })],
    'data.metrics.views',
  ),
  turn(
    'How many impressions did our campaigns on kaffinto.example have in the last 30 days, counting every time?',
    ({ coffee }) => exactly(total(coffee.all(coffee.days.last(30)), 'view')),
    [call('get_website_report', { ...COFFEE, count_type: 'total' })],
    'data.metrics.views',
  ),
  turn(
    'What is the conversion rate of kaffinto.example over the last 30 days?',
    ({ coffee }) => about(rate(coffee.all(coffee.days.last(30)), 'conversion'), 'percent'),
    [call('get_website_report', COFFEE)],
    { value: 'data.metrics.conversion_rate', unit: 'percent' },
  ),
  turn(
    'What did ravelmoor.example take in yesterday?',
    ({ home }) => exactly(revenue(home.all(home.days.yesterday)), 'USD'),
    [call('get_website_report', { ...HOME, timeframe: 'yesterday' })],
    { value: 'data.metrics.revenue', unit: 'USD' },
  ),
  turn(
    'How many orders did ravelmoor.example get last month?',
    ({ home }) => exactly(orders(home.all(home.days.lastMonth))),
    [call('get_website_report', { ...HOME, timeframe: 'last_month' })],
    'data.metrics.orders',
  ),
  turn(
    'Revenue of kaffinto.example last quarter?',
    ({ coffee }) => exactly(revenue(coffee.all(coffee.days.lastQuarter)), 'EUR'),
    [call('get_website_report', { ...COFFEE, timeframe: 'last_quarter' })],
    { value: 'data.metrics.revenue', unit: 'EUR' },
  ),
  turn(
    'How much revenue has ravelmoor.example made this month so far?',
    ({ home }) => exactly(revenue(home.all(home.days.thisMonth)), 'USD'),
    [call('get_website_report', { ...HOME, timeframe: 'this_month' })],
    { value: 'data.metrics.revenue', unit: 'USD' },
  ),
  turn(
    'On which day of the last 30 did ravelmoor.example have the most revenue?',
    ({ home }) =>
      onDay(
        most(
          by(home.all(home.days.last(30)), ({ day }) => day),
          revenue,
        ),
      ),
    [call('get_website_report', { ...HOME, group_by: 'day', metrics: ['revenue'] })],
    'data.timeseries.rows[most 1][0]',
  ),
  turn(
    'Which day of the last 30 had the fewest orders on kaffinto.example, not counting today?',
    ({ coffee }) => {
      const days = by(coffee.all(coffee.days.last(30)), ({ day }) => day);
      const least = Math.min(
        ...[...days].filter(([day]) => day !== coffee.days.today).map(([, events]) => orders(events)),
      );
      return [...days].filter(([, events]) => orders(events) === least).map(([day]) => onDay(day));
    },
    [
      call('get_context', COFFEE),
      call('get_website_report', {
        ...{ ...COFFEE, group_by: 'day', timeframe: 'custom' },
        ...{ range_start: '$0.data.today-29d', range_end: '$0.data.today-1d' },
      }),
    ],
    'data.timeseries.points[least orders].date',
  ),
  turn(
    'In which month of the last 365 days did the subscription landing page of kaffinto.example bring the most revenue? Give its first day.',
    ({ coffee }) => {
      const events = coffee.campaign('Subscription landing page', coffee.days.last(365));
      return onDay(
        `${most(
          by(events, ({ day }) => day.slice(0, 7)),
          revenue,
        )}-01`,
      );
    },
    [
      call('list_campaigns', COFFEE),
      call('get_campaign_report', {
        ...COFFEE,
        id: '$0.data.campaigns[name=Subscription landing page].id',
        timeframe: 'last_365_days',
        group_by: 'month',
      }),
    ],
    'data.timeseries.points[most revenue].date',
  ),
  turn(
    'Which campaign of ravelmoor.example brought in the most revenue in the last 90 days?',
    ({ home }) => named(most(home.byCampaign(home.days.last(90)), revenue), home.campaignNames),
    [call('list_campaigns', { ...HOME, timeframe: 'last_90_days', sort: 'revenue', per_page: 1 })],
    'data.campaigns[0].name',
  ),
  turn(
    'Which live campaign of kaffinto.example has the best conversion rate over the last 30 days?',
    ({ coffee }) => {
      const live = coffee.byCampaign(coffee.days.last(30), ({ status }) => status === 'live');
      return named(
        most(live, (events) => rate(events, 'conversion')),
        coffee.campaignNames,
      );
    },
    [call('list_campaigns', { ...COFFEE, status: 'live', sort: 'conversion_rate', per_page: 1 })],
    'data.campaigns[0].name',
  ),
  turn(
    'How many quizzes do we have on kaffinto.example?',
    ({ coffee }) => exactly(coffee.campaigns.filter((campaign) => campaign.cta_type === 'quiz').length),
    [call('list_campaigns', { ...COFFEE, cta_type: 'quiz', per_page: 1 })],
    'data.pagination.total_entries',
  ),
  turn(
    'What is the newest campaign of ravelmoor.example?',
    ({ home }) => {
      const created = new Map(home.campaigns.map((campaign) => [campaign.name, Date.parse(campaign.created_at)]));
      return named(
        most(created, (ms) => ms),
        home.campaignNames,
      );
    },
    [call('list_campaigns', { ...HOME, per_page: 1 })],
    'data.campaigns[0].name',
  ),
  turn(
    'How many people subscribed through the journal sign-up of ravelmoor.example in the last 30 days?',
    ({ home }) => about(unique(home.campaign('Journal sign-up', home.days.last(30)), 'subscribe')),
    [call('list_campaigns', HOME)],
    'data.campaigns[name=Journal sign-up].metrics.subscribes',
  ),
  turn(
    'What share of those who see the coffee match quiz complete it (last 30 days)?',
    ({ coffee }) => about(rate(coffee.campaign('Coffee match quiz', coffee.days.last(30)), 'completion'), 'percent'),
    [call('list_campaigns', COFFEE)],
    { value: 'data.campaigns[name=Coffee match quiz].metrics.completion_rate', unit: 'percent' },
  ),
  turn(
    'How often was the sale landing page seen in the last 7 days, counting every view?',
    ({ home }) => exactly(total(home.campaign('Sale landing page', home.days.last(7)), 'view')),
    [call('list_campaigns', { ...HOME, timeframe: 'last_7_days', count_type: 'total' })],
    'data.campaigns[name=Sale landing page].metrics.views',
  ),
  turn(
    'By how many percent did the revenue of kaffinto.example change in the last 30 days against the 30 days before?',
    ({ coffee }) => {
      const window = coffee.days.last(30);
      return changeOf(change(revenue(coffee.all(window)), revenue(coffee.all(windowBefore(window)))));
    },
    [call('get_website_report', { ...COFFEE, previous_period: true })],
    { value: 'data.metrics.changes.revenue', unit: 'change' },
  ),
  turn(
    'Did the number of visitors of ravelmoor.example go up or down last week against the week before, and by how many percent?',
    ({ home }) => {
      const window = home.days.lastWeek;
      return aboutChange(change(unique(home.all(window), 'view'), unique(home.all(windowBefore(window)), 'view')));
    },
    [call('get_website_report', { ...HOME, timeframe: 'last_week', previous_period: true })],
    { value: 'data.metrics.changes.views', unit: 'change' },
  ),
  turn(
    'How much revenue does the newest weekly insight of ravelmoor.example report?',
    ({ home }) => exactly(revenue(home.all(home.days.lastWeek)), 'USD'),
    [call('get_website_insights', HOME)],
    { value: 'data.performance_snapshot.performance.revenue', unit: 'USD' },
  ),
  turn(
    'How many orders for every 100 visitors does ravelmoor.example get (last 90 days)?',
    ({ home }) => {
      const events = home.all(home.days.last(90));
      return [about(percent(orders(events), unique(events, 'view'))), about(rate(events, 'order'), 'percent')];
    },
    [call('get_website_report', { ...HOME, timeframe: 'last_90_days' })],
    { value: 'data.metrics.order_rate', unit: 'percent' },
  ),
);
