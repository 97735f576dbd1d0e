// What campaigns get of orders, compared with going through all touched campaigns for each order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Credit, ORDER_PARTS } from '../../../src/engine/event-log/attribution/attribution-question.ts';
import { type SignedOrder, TouchedCampaigns } from '../../../src/engine/event-log/attribution/touched-campaigns.ts';

/** A touch that begins or ends, of a campaign; or an order. */
type Happening = { readonly campaignId: number; readonly isEnd: boolean } | SignedOrder;

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ campaignId: fc.integer({ min: 1, max: 40 }), isEnd: fc.boolean() }),
  fc.record({ revenue: fc.oneof(fc.nat(50), fc.nat(10 ** 9)), sign: fc.constantFrom<(1 | -1)[]>(1, 1, -1) }),
);

class Credits {
  readonly byCampaign = new Map<number, { linear: Credit; any: Credit }>();
  calls = 0;

  add(id: number, linear: Credit, any: Credit): void {
    this.calls++;
    const before = this.byCampaign.get(id) ?? { linear: NOTHING, any: NOTHING };
    this.byCampaign.set(id, { linear: sumOf(before.linear, linear), any: sumOf(before.any, any) });
  }
}

const NOTHING: Credit = { orders: 0, revenue: 0 };

function sumOf(a: Credit, b: Credit): Credit {
  return { orders: a.orders + b.orders, revenue: a.revenue + b.revenue };
}

function addPlainly(credits: Credits, touched: readonly number[], { revenue, sign }: SignedOrder): void {
  const ids = [...new Set(touched)].sort((a, b) => a - b);
  const part = (whole: number, place: number) =>
    sign * (Math.floor(whole / ids.length) + (place < whole % ids.length ? 1 : 0));
  for (const [place, id] of ids.entries()) {
    const linear = { orders: part(ORDER_PARTS, place), revenue: part(revenue, place) };
    credits.add(id, linear, { orders: sign * ORDER_PARTS, revenue: sign * revenue });
  }
}

test('for any touches and orders, campaigns get what each order brings them', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 120 }), (happenings) => {
      const [plain, counted] = [new Credits(), new Credits()];
      const ids = happenings.flatMap((each) => ('campaignId' in each ? each.campaignId : []));
      const campaigns = new TouchedCampaigns(ids, (...credit) => counted.add(...credit));
      const touched: number[] = [];
      for (const each of happenings) {
        if ('revenue' in each) {
          if (touched.length === 0) continue;
          addPlainly(plain, touched, each);
          campaigns.credit(each);
        } else if (!each.isEnd) {
          touched.push(each.campaignId);
          campaigns.addTouch(each.campaignId);
        } else if (touched.includes(each.campaignId)) {
          touched.splice(touched.indexOf(each.campaignId), 1);
          campaigns.removeTouch(each.campaignId);
        }
      }
      campaigns.end();
      expect(counted.byCampaign).toEqual(plain.byCampaign);
    }),
    { numRuns: 500 },
  );
});

test('a visitor with many orders who touched many campaigns: no order goes through all of them', () => {
  const credits = new Credits();
  const campaigns = new TouchedCampaigns(
    Array.from({ length: 5_000 }, (_, id) => id),
    (...credit) => credits.add(...credit),
  );
  for (let id = 0; id < 5_000; id++) campaigns.addTouch(id);
  for (let order = 0; order < 10_000; order++) campaigns.credit({ revenue: 10_007, sign: 1 });
  campaigns.end();
  expect(credits.calls).toBe(5_000);
  expect(credits.byCampaign.get(0)).toEqual({
    linear: { orders: 20_000, revenue: 30_000 },
    any: { orders: 10_000 * ORDER_PARTS, revenue: 100_070_000 },
  });
});
