// Some orders of the larger website are sent back: half of these in full, the others in part. Which ones they are follows from the number
// of the order, so nothing else of the demo depends on it.

import { scramble, seedOf } from '../../core/foundation/statistics/random.ts';
import { homeShop } from './home-shop.ts';

const ORDERS_PER_REFUND = 25;
const PART = 0.4;

/** The refunds of a day's orders, as NDJSON, in the morning of the date on which they come. */
export function refundLines(chunk: string, date: string): string {
  const orders = chunk.matchAll(/"order_id":"([^"]+)","revenue":([\d.]+)/g);
  return [...orders].map(([, orderId, revenue]) => refundLine(orderId!, Number(revenue), date)).join('');
}

function refundLine(orderId: string, revenue: number, date: string): string {
  const seed = scramble(seedOf(orderId));
  if (!orderId.startsWith(homeShop.orderPrefix) || seed % ORDERS_PER_REFUND !== 0) return '';
  const isFull = Math.floor(seed / ORDERS_PER_REFUND) % 2 === 0;
  const amount = isFull ? '' : `,"revenue":${(revenue * PART).toFixed(2)}`;
  const at = `${date}T0${6 + (seed % 4)}:15:00Z`;
  return `{"type":"refund","website_id":${homeShop.id},"order_id":"${orderId}","refund_id":"${orderId}-R","at":"${at}"${amount}}\n`;
}
