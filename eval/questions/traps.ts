// Questions to which a careless reader of correct numbers gives a wrong answer.
import { about, aboutChange, amounts, changeOf, exactly, named, refusal, yesNo } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';
import { change, most, orders, rate, revenue, total, unique, withVisit } from '../truth/count.ts';
import { dayAfter, windowBefore, yearBefore } from '../truth/windows.ts';

export const TRAPS = questions(
  'trap',
  // Devices are known since a hundred days only.
  turn(
    'What was the conversion rate of ravelmoor.example on phones over the last 365 days?',
    ({ home }) => [
      refusal(/since|from|only|began|without/i),
      about(rate(withVisit(home.all(home.days.last(365)), { device: 'mobile' }), 'conversion'), 'percent'),
    ],
    [call('get_website_report', { ...HOME, timeframe: 'last_365_days', filter: ['device:mobile'] })],
    { value: 'data.metrics.conversion_rate', unit: 'percent' },
    /\b(since|from|only|began|without|before)\b/i,
  ),
  // Who comes more than once has more chances to convert in a longer window.
  turn(
    'Is the conversion rate of ravelmoor.example lower in the last 7 days than in the last 365 days?',
    ({ home }) => {
      const perView = (days: number) => {
        const events = home.all(home.days.last(days));
        return total(events, 'conversion') / total(events, 'view');
      };
      return [refusal(/length|longer|equal|compar/i), yesNo(perView(7) < perView(365))];
    },
    [
      call('get_website_report', { ...HOME, timeframe: 'last_365_days' }),
      call('get_website_report', { ...HOME, timeframe: 'last_7_days' }),
    ],
    { isMore: ['$0.data.metrics.conversion_rate', '$1.data.metrics.conversion_rate'] },
    /length|longer|equal|total|every view/i,
  ),
  // The week is not over.
  turn(
    'Are we ahead of or behind last week with the revenue of ravelmoor.example this week, in percent?',
    ({ home }) => {
      const { thisWeek } = home.days;
      const now = revenue(home.all(thisWeek));
      const lastWeek = { from: dayAfter(thisWeek.from, -7), to: dayAfter(thisWeek.to, -7) };
      const untilMs = home.nowMs - 7 * 86_400_000;
      const before = revenue(home.all(lastWeek).filter(({ atMs }) => atMs <= untilMs));
      return changeOf(change(now, before), 0.5);
    },
    [
      call(
        'get_website_report',
        { ...HOME, timeframe: 'this_week', previous_period: true },
        { period_not_over: { compare: 'same_part' } },
      ),
    ],
    { value: 'data.metrics.changes.revenue', unit: 'change' },
  ),
  // What visitors bought who were shown nothing was not earned by the campaign.
  turn(
    'How much did the first order popup of kaffinto.example earn in the last 30 days?',
    ({ coffee }) => exactly(revenue(coffee.campaign('First order popup', coffee.days.last(30))), 'EUR'),
    [call('list_campaigns', COFFEE)],
    { value: 'data.campaigns[name=First order popup].metrics.revenue', unit: 'EUR' },
  ),
  // There is nothing before all of it.
  turn(
    'By how many percent has the revenue of ravelmoor.example grown, all time against the period before?',
    () => refusal(/all[_ ]time|no (previous|period|earlier)|nothing (comes )?before/i),
    [call('get_website_report', { ...HOME, timeframe: 'all_time', previous_period: true })],
    { value: 'data.metrics.changes.revenue', unit: 'change' },
  ),
  // The visitors of seven days are fewer than those of each day together.
  turn(
    'How many people visited kaffinto.example on the last 7 days, all days together?',
    ({ coffee }) => about(unique(coffee.all(coffee.days.last(7)), 'view')),
    [call('get_website_report', { ...COFFEE, timeframe: 'last_7_days', group_by: 'day' })],
    'data.metrics.views',
  ),
  // Somebody who came by two channels is one visitor.
  turn(
    'How many people came to ravelmoor.example in the last 90 days over all channels?',
    ({ home }) => about(unique(home.all(home.days.last(90)), 'view')),
    [call('get_website_report', { ...HOME, timeframe: 'last_90_days', break_down_by: 'channel' })],
    'data.metrics.views',
  ),
  // Dollars and euros have no sum.
  turn(
    'What is the total revenue of all our websites in the last 30 days?',
    ({ home, coffee }) => [
      refusal(/currenc/i),
      amounts(
        exactly(revenue(home.all(home.days.last(30))), 'USD'),
        exactly(revenue(coffee.all(coffee.days.last(30))), 'EUR'),
      ),
    ],
    [call('get_account_performance')],
    {
      amounts: [
        { value: 'data.aggregate.revenue_by_currency.USD', unit: 'USD' },
        { value: 'data.aggregate.revenue_by_currency.EUR', unit: 'EUR' },
      ],
    },
    /currenc/i,
  ),
  // Some orders were sent back.
  turn(
    'What is left of the revenue of the cart reminder popup in the last 90 days after refunds, and how much is that?',
    ({ home }) => exactly(revenue(home.campaign('Cart reminder popup', home.days.last(90))), 'USD'),
    [call('list_campaigns', { ...HOME, timeframe: 'last_90_days' })],
    { value: 'data.campaigns[name=Cart reminder popup].metrics.revenue', unit: 'USD' },
  ),
  // Countries are codes.
  turn(
    'How many visitors from Germany did kaffinto.example have in the last 30 days?',
    ({ coffee }) => about(unique(withVisit(coffee.all(coffee.days.last(30)), { country: 'DE' }), 'view')),
    [
      call(
        'get_website_report',
        { ...COFFEE, filter: ['country:Germany'] },
        { unknown_value: { filter: ['country:DE'] } },
      ),
    ],
    'data.metrics.views',
  ),
  // There is no channel of this name; a source has it, and the channel is email.
  turn(
    'How many orders came to kaffinto.example through the channel newsletter in the last 90 days?',
    ({ coffee }) => exactly(orders(withVisit(coffee.all(coffee.days.last(90)), { channel: 'email' }))),
    [
      call(
        'get_website_report',
        { ...COFFEE, timeframe: 'last_90_days', filter: ['channel:newsletter'] },
        { unknown_value: { filter: ['channel:email'] } },
      ),
    ],
    'data.metrics.orders',
  ),
  // Popups are of the type overlay.
  turn(
    'How many popups does ravelmoor.example have, archived ones included?',
    ({ home }) => exactly(home.campaigns.filter((campaign) => campaign.cta_type === 'overlay').length),
    [call('list_campaigns', { ...HOME, cta_type: 'popup' }, { unknown_value: { cta_type: 'overlay' } })],
    'data.pagination.total_entries',
  ),
  // It shows nothing to anybody any more.
  turn(
    'How is the outlet clearance popup doing (last 30 days)? How many people saw it?',
    ({ home }) => [
      refusal(/archived/i),
      exactly(unique(home.campaign('Outlet clearance popup', home.days.last(30)), 'view')),
    ],
    [
      call('list_campaigns', HOME),
      call('get_campaign_report', { ...HOME, id: '$0.data.campaigns[name=Outlet clearance popup].id' }),
    ],
    'data.metrics.views',
    /archived/i,
  ),
  // From Monday to Sunday, which are not the last seven days.
  turn(
    'How many different visitors did ravelmoor.example have last week, Monday to Sunday?',
    ({ home }) => about(unique(home.all(home.days.lastWeek), 'view')),
    [call('get_website_report', { ...HOME, timeframe: 'last_week' })],
    'data.metrics.views',
  ),
  // The holdout is no version of the popup.
  turn(
    'Which version of the first order popup that visitors can see has the most visitors (last 30 days)?',
    () => named('Photo', ['No popup', 'Plain']),
    [
      call('list_campaigns', COFFEE),
      call('get_campaign_report', { ...COFFEE, id: '$0.data.campaigns[name=First order popup].id' }),
    ],
    'data.variants{is_holdout!=true}[most metrics.views].name',
  ),
  // A year ago there were other weeks.
  turn(
    'How did the visitors of ravelmoor.example in the last 30 days change against the same days a year ago?',
    ({ home }) => {
      const window = home.days.last(30);
      return aboutChange(change(unique(home.all(window), 'view'), unique(home.all(yearBefore(window)), 'view')));
    },
    [call('get_website_report', { ...HOME, previous_period: true, compare: 'year' })],
    { value: 'data.metrics.changes.views', unit: 'change' },
  ),
  // The largest loss in points is another one than the largest loss in percent.
  turn(
    'Which live campaign of ravelmoor.example lost the largest share of its conversion rate last week against the week before?',
    ({ home }) => {
      const window = home.days.lastWeek;
      const live = home.byCampaign(window, ({ status }) => status === 'live');
      const before = (name: string) => rate(home.campaign(name, windowBefore(window)), 'conversion');
      return named(
        most(live, (events, name) => 1 - rate(events, 'conversion') / before(name)),
        home.campaignNames,
      );
    },
    [call('list_campaigns', { ...HOME, status: 'live', timeframe: 'last_week', previous_period: true })],
    'data.campaigns[least metrics.changes.conversion_rate].name',
  ),
);
