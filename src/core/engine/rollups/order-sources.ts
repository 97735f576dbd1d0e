// Which part of the orders of a subject and day was credited, and what was refunded, so that reports can say where their numbers come from.
// The counters have what is left of all orders; of these, `credited` says which part was credited, and the rest named its subject.

import type { Database, Queries } from '../../foundation/database/database.ts';
import { countedAbove, type Subject } from '../catalog/subject.ts';
import type { Window } from './window.ts';

/** Revenue is in 1/10,000 of a currency unit. */
export interface OrderSources {
  /** What is left of orders that were credited to a touch. */
  readonly credited_orders: number;
  readonly credited_revenue: number;
  /** Orders of which nothing is left, and what all refunds together have taken. */
  readonly refunded_orders: number;
  readonly refunded_revenue: number;
}

const NAMES = ['credited_orders', 'credited_revenue', 'refunded_orders', 'refunded_revenue'] as const;

export interface OrderSourceRow extends OrderSources {
  readonly subject: Subject;
  readonly day: number;
}

/** Adds up what changes of orders mean for their subjects and all subjects above. */
export class OrderSourceCounts {
  readonly #rows = new Map<Subject, Map<number, OrderSourceRow>>();

  add(subject: Subject, day: number, sources: OrderSources): void {
    if (NAMES.every((name) => sources[name] === 0)) return;
    for (let above: Subject | null = subject; above; above = countedAbove(above)) {
      const days = this.#rows.get(above) ?? new Map<number, OrderSourceRow>();
      this.#rows.set(above, days);
      const before = days.get(day);
      const sum = (name: (typeof NAMES)[number]) => (before?.[name] ?? 0) + sources[name];
      days.set(day, {
        subject: above,
        day,
        credited_orders: sum('credited_orders'),
        credited_revenue: sum('credited_revenue'),
        refunded_orders: sum('refunded_orders'),
        refunded_revenue: sum('refunded_revenue'),
      });
    }
  }

  rows(): OrderSourceRow[] {
    return Array.from(this.#rows.values(), (days) => [...days.values()]).flat();
  }
}

export async function storeOrderSources(tx: Queries, rows: readonly OrderSourceRow[]): Promise<void> {
  await tx.insertMany({
    into: 'rollup_order_sources',
    columns: ['website_id', 'subject_kind', 'subject_id', 'day', ...NAMES],
    rows: rows.map(({ subject, day, ...sources }) => [
      subject.websiteId,
      subject.kind,
      subject.id,
      day,
      ...NAMES.map((name) => sources[name]),
    ]),
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, day) DO UPDATE SET ${NAMES.map(
      (name) => `${name} = rollup_order_sources.${name} + excluded.${name}`,
    ).join(', ')}`,
  });
}

export async function readOrderSources(
  database: Pick<Database, 'query'>,
  { websiteId, kind, id }: Pick<Subject, 'websiteId' | 'kind' | 'id'>,
  { firstDay, lastDay }: Window,
): Promise<OrderSources> {
  // A sum may exceed the safe integers, and the drivers would throw.
  const sums = NAMES.map((name) => `CAST(COALESCE(SUM(${name}), 0) AS double precision) AS ${name}`).join(', ');
  const [row] = await database.query<OrderSources>(
    `SELECT ${sums} FROM rollup_order_sources
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id = $3 AND day BETWEEN $4 AND $5`,
    [websiteId, kind, id, firstDay, lastDay],
  );
  return { ...row! };
}
