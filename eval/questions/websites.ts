// Questions about several websites, currencies and time zones.
import { about, aboutChange, amounts, exactly, named, onDay, yesNo } from '../claim.ts';
import { COFFEE, call, HOME, questions, turn } from '../question.ts';
import { by, change, most, orders, rate, revenue, total, unique, visitorsOf } from '../truth/count.ts';
import { windowBefore } from '../truth/windows.ts';

const NAMES = ['ravelmoor.example', 'kaffinto.example'];

export const WEBSITES = questions(
  'websites',
  turn(
    'Which of my websites had more unique viewers in the last 30 days?',
    ({ both }) => {
      const shops = new Map(both.map((shop) => [shop.website.name, unique(shop.all(shop.days.last(30)), 'view')]));
      return named(
        most(shops, (visitors) => visitors),
        NAMES,
      );
    },
    [call('get_account_performance')],
    'data.websites[most viewers].name',
  ),
  turn(
    'How many different people saw anything of ours in the last 30 days, on both websites together?',
    ({ both }) => {
      const visitors = both.flatMap((shop) => [...visitorsOf(shop.all(shop.days.last(30)), 'view')]);
      return about(new Set(visitors).size);
    },
    [call('get_account_performance')],
    'data.aggregate.viewers',
  ),
  turn(
    'How many orders did all our websites have together in the last 7 days?',
    ({ both }) => exactly(both.reduce((sum, shop) => sum + orders(shop.all(shop.days.last(7))), 0)),
    [call('get_account_performance', { timeframe: 'last_7_days' })],
    'data.aggregate.orders',
  ),
  turn(
    'How many euros did our websites in that currency make in the last 30 days?',
    ({ coffee }) => exactly(revenue(coffee.all(coffee.days.last(30))), 'EUR'),
    [call('get_account_performance')],
    { value: 'data.aggregate.revenue_by_currency.EUR', unit: 'EUR' },
  ),
  turn(
    'Give me the revenue of each website for the last 30 days, in its own currency.',
    ({ home, coffee }) =>
      amounts(
        exactly(revenue(home.all(home.days.last(30))), 'USD'),
        exactly(revenue(coffee.all(coffee.days.last(30))), 'EUR'),
      ),
    [call('get_account_performance')],
    {
      amounts: [
        { value: 'data.websites[name=ravelmoor.example].revenue', unit: 'USD' },
        { value: 'data.websites[name=kaffinto.example].revenue', unit: 'EUR' },
      ],
    },
  ),
  turn(
    'Which website converts its visitors better (last 30 days)?',
    ({ both }) => {
      const shops = new Map(both.map((shop) => [shop.website.name, rate(shop.all(shop.days.last(30)), 'conversion')]));
      return named(
        most(shops, (value) => value),
        NAMES,
      );
    },
    [call('get_account_performance')],
    'data.websites[most conversion_rate].name',
  ),
  turn(
    'Which website’s revenue grew more in percent, last 30 days against the 30 before?',
    ({ both }) => {
      const growth = both.map((shop) => {
        const window = shop.days.last(30);
        return [shop.website.name, change(revenue(shop.all(window)), revenue(shop.all(windowBefore(window))))] as const;
      });
      return named(
        most(new Map(growth), (value) => value),
        NAMES,
      );
    },
    [call('get_account_performance')],
    'data.websites[most revenue_change].name',
  ),
  turn(
    'By how many percent did the conversions of kaffinto.example change (last 7 days against the 7 before)?',
    ({ coffee }) => {
      const window = coffee.days.last(7);
      const conversions = (days: typeof window) => unique(coffee.all(days), 'conversion');
      return aboutChange(change(conversions(window), conversions(windowBefore(window))));
    },
    [call('get_account_performance', { timeframe: 'last_7_days' })],
    { value: 'data.websites[name=kaffinto.example].conversions_change', unit: 'change' },
  ),
  turn(
    'In which time zone are the days of kaffinto.example?',
    () => named(['Europe/Berlin', 'Berlin'], ['UTC', 'GMT']),
    [call('get_context', COFFEE)],
    'data.timezone',
  ),
  turn(
    'How many orders has kaffinto.example had today, in its own time zone?',
    ({ coffee }) => exactly(orders(coffee.all(coffee.days.last(1)))),
    [call('get_website_report', { ...COFFEE, timeframe: 'today' })],
    'data.metrics.orders',
  ),
  turn(
    'From which day on do we have numbers for ravelmoor.example?',
    ({ home }) => onDay(home.firstDay),
    [call('get_context', HOME)],
    'data.first_day',
  ),
  turn(
    'In which hour of the day (Berlin time) was kaffinto.example seen most yesterday? Give the hour from 0 to 23.',
    ({ coffee }) =>
      exactly(
        most(
          by(coffee.all(coffee.days.yesterday), ({ hour }) => hour),
          (events) => total(events, 'view'),
        ),
      ),
    [call('get_website_report', { ...COFFEE, timeframe: 'yesterday', group_by: 'hour', count_type: 'total' })],
    { hour: 'data.timeseries.points[most views].date' },
  ),
  turn(
    'Was yesterday a better day than the day before for kaffinto.example, by orders?',
    ({ coffee }) => {
      const { yesterday } = coffee.days;
      return yesNo(orders(coffee.all(yesterday)) > orders(coffee.all(windowBefore(yesterday))));
    },
    [call('get_website_report', { ...COFFEE, timeframe: 'yesterday', previous_period: true })],
    { isMore: ['data.metrics.orders', 'data.metrics.previous.orders'] },
  ),
);
