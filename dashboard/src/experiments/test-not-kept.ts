// Why a test can't be filtered or broken down. Its window can't be chosen.
import type { NotKept } from '../api/kept-events.ts';
import { formatDay } from '../format/dates.ts';

export function testNotKept({ since }: NotKept): string {
  const kept =
    since === undefined ? 'The events of the test are not kept' : `Events are kept since ${formatDay(since)}`;
  return `${kept}, but the test began before.`;
}
