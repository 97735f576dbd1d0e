// Questions that leave open what exactly is meant. Every sensible reading is right.
import { exactly, named, yesNo } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';
import { most, rate, revenue, unique, withVisit } from '../truth/count.ts';
import { windowBefore } from '../truth/windows.ts';
import { revenueOfProducts, worstStep } from './depth.ts';

export const VAGUE = questions(
  'vague',
  turn(
    'Did ravelmoor.example do better last week than the week before?',
    ({ home }) => {
      const [now, before] = [home.days.lastWeek, windowBefore(home.days.lastWeek)].map((window) => home.all(window));
      return [
        yesNo(revenue(now!) > revenue(before!)),
        ...(['conversion', 'view'] as const).map((type) => yesNo(unique(now!, type) > unique(before!, type))),
      ];
    },
    [call('get_website_report', { ...HOME, timeframe: 'last_week', previous_period: true })],
    { isMore: ['data.metrics.revenue', 'data.metrics.previous.revenue'] },
  ),
  turn(
    'What is working best on ravelmoor.example at the moment?',
    ({ home }) => {
      const live = home.byCampaign(home.days.last(30), ({ status }) => status === 'live');
      const best = [
        most(live, revenue),
        most(live, (events) => rate(events, 'conversion')),
        most(live, (events) => unique(events, 'conversion')),
      ];
      return best.map((name) => named(name, home.campaignNames));
    },
    [call('list_campaigns', { ...HOME, status: 'live', sort: 'revenue', per_page: 3 })],
    'data.campaigns[0].name',
  ),
  turn(
    'Something is off with the cart reminder on phones since last week, isn’t it?',
    ({ home }) => {
      const [now, before] = [home.days.lastWeek, windowBefore(home.days.lastWeek)].map((window) => {
        return rate(withVisit(home.campaign('Cart reminder popup', window), { device: 'mobile' }), 'conversion');
      });
      return yesNo(now! < before! / 2);
    },
    [
      call('list_campaigns', HOME),
      call('get_campaign_report', {
        ...{ ...HOME, id: '$0.data.campaigns[name=Cart reminder popup].id', filter: ['device:mobile'] },
        ...{ timeframe: 'last_week', previous_period: true },
      }),
    ],
    { isMore: ['data.metrics.previous.conversion_rate', 'data.metrics.conversion_rate'] },
  ),
  turn(
    'Why did conversions on ravelmoor.example fall last week? Name the campaign.',
    ({ home }) => {
      const window = home.days.lastWeek;
      const falls = home.byCampaign(windowBefore(window));
      const fall = (name: string) =>
        unique(falls.get(name)!, 'conversion') - unique(home.campaign(name, window), 'conversion');
      return named(
        most(falls, (_, name) => fall(name)),
        home.campaignNames,
      );
    },
    [call('explain_change', { ...HOME, metric: 'conversions', timeframe: 'last_week' })],
    'data.parts{kind=campaign}[least change].name',
  ),
  turn(
    'Did anybody note what happened on ravelmoor.example around the time the carts broke? What was it?',
    () => named('New forms on the website', []),
    [call('get_context', HOME)],
    'data.annotations[-1].name',
  ),
  turn(
    'Where do we lose people in the coffee quiz? Just the number of the step after which most are gone (last 30 days).',
    ({ coffee }) => exactly(worstStep(coffee, 'Coffee match quiz', 4, coffee.days.last(30))),
    [
      call('list_campaigns', COFFEE),
      call('get_campaign_report', { ...COFFEE, id: '$0.data.campaigns[name=Coffee match quiz].id' }),
      call('get_variant_report', { ...COFFEE, id: '$1.data.variants[0].id' }),
    ],
    { worstStep: 'data.funnel_steps' },
  ),
  turn(
    'Is the newsletter worth it? Do people from emails convert better than the rest of ravelmoor.example (last 30 days)?',
    ({ home }) => {
      const events = home.all(home.days.last(30));
      return yesNo(rate(withVisit(events, { channel: 'email' }), 'conversion') > rate(events, 'conversion'));
    },
    [call('get_website_report', { ...HOME, break_down_by: 'channel' })],
    { isMore: ['data.breakdown.values[value=email].metrics.conversion_rate', 'data.metrics.conversion_rate'] },
  ),
  turn(
    'What do people buy on ravelmoor.example? Name the bestseller of the last 30 days by revenue.',
    ({ home }) => {
      const products = revenueOfProducts(home.all(home.days.last(30)));
      return named(
        most(products, (sum) => sum),
        [...products.keys()],
      );
    },
    [call('get_products', { ...HOME, timeframe: 'last_30_days', limit: 3 })],
    'data.products{value!=null}[most revenue].value',
  ),
);
