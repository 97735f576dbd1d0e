// Conversations: what a later question means follows from the earlier ones. All turns have to be right.
import { about, changeOf, exactly, named } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';
import { by, change, most, orders, rate, revenue, unique, withVisit } from '../truth/count.ts';
import type { PlainEvent } from '../truth/plain-events.ts';
import { windowBefore } from '../truth/windows.ts';
import { worstStep } from './depth.ts';

const CHANNELS = ['direct', 'organic_search', 'paid_search', 'organic_social', 'paid_social', 'email', 'referral'];
const channelOf = ({ visit }: PlainEvent) => visit.channel!;

export const FOLLOW_UPS = questions(
  'follow-up',
  [
    turn(
      'What did ravelmoor.example make in the last 30 days?',
      ({ home }) => exactly(revenue(home.all(home.days.last(30))), 'USD'),
      [call('get_website_report', { ...HOME, previous_period: true })],
      { value: 'data.metrics.revenue', unit: 'USD' },
    ),
    turn(
      'And in the 30 days before that?',
      ({ home }) => exactly(revenue(home.all(windowBefore(home.days.last(30)))), 'USD'),
      [],
      { value: '$0.data.metrics.previous.revenue', unit: 'USD' },
    ),
    turn(
      'So what is the change in percent?',
      ({ home }) => {
        const window = home.days.last(30);
        return changeOf(change(revenue(home.all(window)), revenue(home.all(windowBefore(window)))));
      },
      [],
      { changeFrom: ['$0.data.metrics.previous.revenue', '$0.data.metrics.revenue'] },
    ),
  ],
  [
    turn(
      'Which campaign of kaffinto.example made the most money in the last 90 days?',
      ({ coffee }) => named(most(coffee.byCampaign(coffee.days.last(90)), revenue), coffee.campaignNames),
      [call('list_campaigns', { ...COFFEE, timeframe: 'last_90_days', sort: 'revenue', per_page: 1 })],
      'data.campaigns[0].name',
    ),
    turn(
      'What is its conversion rate in that time?',
      ({ coffee }) => {
        const window = coffee.days.last(90);
        const campaign = most(coffee.byCampaign(window), revenue);
        return about(rate(coffee.campaign(campaign, window), 'conversion'), 'percent');
      },
      [],
      { value: '$0.data.campaigns[0].metrics.conversion_rate', unit: 'percent' },
    ),
  ],
  [
    turn(
      'How many visitors did kaffinto.example have last week?',
      ({ coffee }) => about(unique(coffee.all(coffee.days.lastWeek), 'view')),
      [call('get_website_report', { ...COFFEE, timeframe: 'last_week', break_down_by: 'device' })],
      'data.metrics.views',
    ),
    turn(
      'How many of them on phones?',
      ({ coffee }) => about(unique(withVisit(coffee.all(coffee.days.lastWeek), { device: 'mobile' }), 'view')),
      [],
      '$0.data.breakdown.values[value=mobile].metrics.views',
    ),
  ],
  [
    turn(
      'Which channel brings ravelmoor.example the most revenue (last 30 days)?',
      ({ home }) => named(most(by(home.all(home.days.last(30)), channelOf), revenue), CHANNELS),
      [call('get_website_report', { ...HOME, break_down_by: 'channel' })],
      'data.breakdown.values[most metrics.revenue].value',
    ),
    turn(
      'And on phones only?',
      ({ home }) => {
        const phones = withVisit(home.all(home.days.last(30)), { device: 'mobile' });
        return named(most(by(phones, channelOf), revenue), CHANNELS);
      },
      [call('get_website_report', { ...HOME, break_down_by: 'channel', filter: ['device:mobile'] })],
      'data.breakdown.values[most metrics.revenue].value',
    ),
  ],
  [
    turn(
      'Which version of the welcome popup converts better (last 30 days)?',
      ({ home }) => {
        const [ten, free] = [0, 1].map((index) => {
          return rate(home.variant('Welcome offer popup', index, home.days.last(30)), 'conversion');
        });
        return ten! > free! ? named('Ten percent off', ['Free delivery']) : named('Free delivery', ['Ten percent off']);
      },
      [call('list_experiments', HOME)],
      'data.experiments[campaign_name=Welcome offer popup].variants[most metrics.conversion_rate].name',
    ),
    turn(
      'And how many people saw the other one?',
      ({ home }) => {
        const [ten, free] = [0, 1].map((index) => home.variant('Welcome offer popup', index, home.days.last(30)));
        const other = rate(ten!, 'conversion') > rate(free!, 'conversion') ? free! : ten!;
        return about(unique(other, 'view'));
      },
      [],
      '$0.data.experiments[campaign_name=Welcome offer popup].variants[least metrics.conversion_rate].metrics.views',
    ),
  ],
  [
    turn(
      'After which step of the sale landing page do most people leave (last 30 days)? Give its number.',
      ({ home }) => exactly(worstStep(home, 'Sale landing page', 3, home.days.last(30))),
      [
        call('list_campaigns', HOME),
        call('get_campaign_report', { ...HOME, id: '$0.data.campaigns[name=Sale landing page].id' }),
        call('get_variant_report', { ...HOME, id: '$1.data.variants[0].id' }),
      ],
      { worstStep: 'data.funnel_steps' },
    ),
    turn(
      'How many saw the step after it?',
      ({ home }) => {
        const worst = worstStep(home, 'Sale landing page', 3, home.days.last(30));
        return about(unique(home.step('Sale landing page', worst + 1, home.days.last(30)), 'view'));
      },
      [],
      '$2.data.funnel_steps[position=2].metrics.views',
    ),
  ],
  [
    turn(
      'How many orders did ravelmoor.example have last month?',
      ({ home }) => exactly(orders(home.all(home.days.lastMonth))),
      [call('get_website_report', { ...HOME, timeframe: 'last_month' })],
      'data.metrics.orders',
    ),
    turn(
      'And our other shop?',
      ({ coffee }) => exactly(orders(coffee.all(coffee.days.lastMonth))),
      [call('get_website_report', { ...COFFEE, timeframe: 'last_month' })],
      'data.metrics.orders',
    ),
    turn(
      'Together?',
      ({ both }) => exactly(both.reduce((sum, shop) => sum + orders(shop.all(shop.days.lastMonth)), 0)),
      [],
      { sum: ['$0.data.metrics.orders', '$1.data.metrics.orders'] },
    ),
  ],
);
