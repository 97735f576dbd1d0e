// Questions about who the visitors are, and where they come from.
import { about, exactly, inOrder, named } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';
import { by, most, orders, ranked, rate, revenue, total, unique, withVisit } from '../truth/count.ts';
import type { Dimension, PlainEvent } from '../truth/plain-events.ts';

const DEVICES = ['mobile', 'desktop', 'tablet'];
const CHANNELS = ['direct', 'organic_search', 'paid_search', 'organic_social', 'paid_social', 'email', 'referral'];
const COUNTRIES = ['US', 'GB', 'DE', 'CA', 'AU', 'FR', 'NL', 'SE', 'JP', 'BR'];

const valueOfVisit = (dimension: Dimension) => (event: PlainEvent) => event.visit[dimension] ?? '(none)';

export const SEGMENTS = questions(
  'segments',
  turn(
    'What is the conversion rate of ravelmoor.example on phones over the last 30 days?',
    ({ home }) => about(rate(withVisit(home.all(home.days.last(30)), { device: 'mobile' }), 'conversion'), 'percent'),
    [call('get_website_report', { ...HOME, filter: ['device:mobile'] })],
    { value: 'data.metrics.conversion_rate', unit: 'percent' },
  ),
  turn(
    'On which kind of device do most orders of ravelmoor.example come in (last 30 days)?',
    ({ home }) => named(most(by(home.all(home.days.last(30)), valueOfVisit('device')), orders), DEVICES),
    [call('get_website_report', { ...HOME, break_down_by: 'device' })],
    'data.breakdown.values[most metrics.orders].value',
  ),
  turn(
    'How many people came to kaffinto.example with a tablet in the last 30 days?',
    ({ coffee }) => about(unique(withVisit(coffee.all(coffee.days.last(30)), { device: 'tablet' }), 'view')),
    [call('get_website_report', { ...COFFEE, filter: ['device:tablet'] })],
    'data.metrics.views',
  ),
  turn(
    'Which country has the most visitors of kaffinto.example (last 30 days)? Give its two letters.',
    ({ coffee }) => {
      const countries = by(coffee.all(coffee.days.last(30)), valueOfVisit('country'));
      return named(
        most(countries, (events) => unique(events, 'view')),
        COUNTRIES,
      );
    },
    [call('get_website_report', { ...COFFEE, break_down_by: 'country' })],
    'data.breakdown.values[most metrics.views].value',
  ),
  turn(
    'Which two countries bring ravelmoor.example the most revenue (last 90 days)? Give their codes, the larger one first.',
    ({ home }) => inOrder(...ranked(by(home.all(home.days.last(90)), valueOfVisit('country')), revenue).slice(0, 2)),
    [call('get_website_report', { ...HOME, timeframe: 'last_90_days', break_down_by: 'country' })],
    { ranking: 'data.breakdown.values', by: 'metrics.revenue', name: 'value', count: 2 },
  ),
  turn(
    'Which channel converts best on ravelmoor.example (last 30 days)?',
    ({ home }) => {
      const channels = by(home.all(home.days.last(30)), valueOfVisit('channel'));
      return named(
        most(channels, (events) => rate(events, 'conversion')),
        CHANNELS,
      );
    },
    [call('get_website_report', { ...HOME, break_down_by: 'channel' })],
    'data.breakdown.values[most metrics.conversion_rate].value',
  ),
  turn(
    'How many orders of ravelmoor.example came through email in the last 30 days?',
    ({ home }) => exactly(orders(withVisit(home.all(home.days.last(30)), { channel: 'email' }))),
    [call('get_website_report', { ...HOME, filter: ['channel:email'] })],
    'data.metrics.orders',
  ),
  turn(
    'Does the paid campaign tagged "autumn" convert better on desktops or on phones (ravelmoor.example, last 30 days)?',
    ({ home }) => {
      const devices = by(withVisit(home.all(home.days.last(30)), { utm_campaign: 'autumn' }), valueOfVisit('device'));
      const converts = (device: string) => rate(devices.get(device)!, 'conversion');
      const [desktop, phone] = [
        ['desktop', 'desktops'],
        ['mobile', 'phone', 'phones'],
      ] as const;
      return converts('desktop') > converts('mobile') ? named(desktop, phone) : named(phone, desktop);
    },
    [call('get_website_report', { ...HOME, filter: ['utm_campaign:autumn'], break_down_by: 'device' })],
    'data.breakdown.values{value!=tablet}[most metrics.conversion_rate].value',
  ),
  turn(
    'Which browser do most visitors of kaffinto.example use (last 30 days)?',
    ({ coffee }) => {
      const browsers = by(coffee.all(coffee.days.last(30)), valueOfVisit('browser'));
      return named(
        most(browsers, (events) => unique(events, 'view')),
        ['Safari', 'Chrome', 'Firefox', 'Microsoft Edge', 'Edge'],
      );
    },
    [call('get_website_report', { ...COFFEE, break_down_by: 'browser' })],
    'data.breakdown.values[most metrics.views].value',
  ),
  turn(
    'How many returning visitors did ravelmoor.example have in the last 7 days?',
    ({ home }) => {
      const events = home.all(home.days.last(7));
      return about(
        unique(
          events.filter((event) => home.visitorType(event) === 'returning'),
          'view',
        ),
      );
    },
    [call('get_website_report', { ...HOME, timeframe: 'last_7_days', filter: ['visitor_type:returning'] })],
    'data.metrics.views',
  ),
  turn(
    'Who orders more on ravelmoor.example, new or returning visitors (last 30 days)?',
    ({ home }) => {
      const types = by(home.all(home.days.last(30)), (event) => home.visitorType(event));
      return named(most(types, orders), ['new', 'returning']);
    },
    [call('get_website_report', { ...HOME, break_down_by: 'visitor_type' })],
    'data.breakdown.values[most metrics.orders].value',
  ),
  turn(
    'How much revenue did people with a German browser bring ravelmoor.example in the last 30 days?',
    ({ home }) => exactly(revenue(withVisit(home.all(home.days.last(30)), { language: 'de' })), 'USD'),
    [call('get_website_report', { ...HOME, filter: ['language:de'] })],
    { value: 'data.metrics.revenue', unit: 'USD' },
  ),
  turn(
    'On which page of ravelmoor.example are our campaigns seen most, counting every view (last 30 days)? Give the path.',
    ({ home }) => {
      const pages = by(home.all(home.days.last(30)), valueOfVisit('page'));
      return named(
        most(pages, (events) => total(events, 'view')),
        [...pages.keys()],
      );
    },
    [call('get_website_report', { ...HOME, count_type: 'total', break_down_by: 'page' })],
    'data.breakdown.values[most metrics.views].value',
  ),
  turn(
    'Which website sends kaffinto.example the most visitors by a link (last 30 days)?',
    ({ coffee }) => {
      const referrers = by(coffee.all(coffee.days.last(30)), valueOfVisit('referrer'));
      referrers.delete('(none)');
      return named(
        most(referrers, (events) => unique(events, 'view')),
        ['google.com', 'bing.com', 'instagram.com', 'blog.example'],
      );
    },
    [call('get_website_report', { ...COFFEE, break_down_by: 'referrer' })],
    'data.breakdown.values{value!=(none)}[most metrics.views].value',
  ),
  turn(
    'How did the cart reminder popup convert on phones last week?',
    ({ home }) => {
      const events = home.campaign('Cart reminder popup', home.days.lastWeek);
      return about(rate(withVisit(events, { device: 'mobile' }), 'conversion'), 'percent');
    },
    [
      call('list_campaigns', HOME),
      call('get_campaign_report', {
        ...{ ...HOME, timeframe: 'last_week', filter: ['device:mobile'] },
        id: '$0.data.campaigns[name=Cart reminder popup].id',
      }),
    ],
    { value: 'data.metrics.conversion_rate', unit: 'percent' },
  ),
  turn(
    'Which campaign of ravelmoor.example has the best conversion rate on phones (last 30 days)?',
    ({ home }) => {
      const rates = (events: PlainEvent[]) => rate(withVisit(events, { device: 'mobile' }), 'conversion');
      return named(most(home.byCampaign(home.days.last(30)), rates), home.campaignNames);
    },
    [call('list_campaigns', { ...HOME, filter: ['device:mobile'], sort: 'conversion_rate', per_page: 1 })],
    'data.campaigns[0].name',
  ),
  turn(
    'From how many countries did kaffinto.example have visitors in the last 30 days?',
    ({ coffee }) => exactly(by(coffee.all(coffee.days.last(30)), valueOfVisit('country')).size),
    [call('list_values', { ...COFFEE, dimension: 'country', timeframe: 'last_30_days' })],
    'data.values.length',
  ),
  turn(
    'What share of the visitors of ravelmoor.example used a phone in the last 30 days?',
    ({ home }) => {
      const events = home.all(home.days.last(30));
      const phones = unique(withVisit(events, { device: 'mobile' }), 'view');
      return about((phones / unique(events, 'view')) * 100, 'percent');
    },
    [call('get_website_report', { ...HOME, break_down_by: 'device' })],
    { share: ['data.breakdown.values[value=mobile].metrics.views', 'data.metrics.views'] },
  ),
);
