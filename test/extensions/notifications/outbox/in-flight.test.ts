// How many messages are sent at once: in all, of an account, to a URL and by mail.
import { expect, test } from 'vitest';
import { InFlight } from '../../../../src/extensions/notifications/outbox/in-flight.ts';
import { MAIL } from '../../../../src/extensions/notifications/outbox/message.ts';

/** How many of these messages are taken, in order. */
function takenOf(messages: readonly { readonly accountId: number; readonly destination: string }[]) {
  const inFlight = new InFlight();
  return { inFlight, taken: messages.filter((message) => inFlight.add(message)).length };
}
const many = <Message>(count: number, of: (index: number) => Message) => Array.from({ length: count }, (_, i) => of(i));

test('64 in all', () => {
  const of = (index: number) => ({ accountId: index, destination: `https://${index}.example` });
  const { inFlight, taken } = takenOf(many(65, of));
  expect([taken, inFlight.free]).toEqual([64, 0]);
  inFlight.remove(of(3));
  expect([inFlight.free, inFlight.add(of(64)), inFlight.add(of(65))]).toEqual([1, true, false]);
});

test('8 of an account, whatever others send', () => {
  const { inFlight, taken } = takenOf(
    many(18, (index) => ({ accountId: index % 2, destination: `https://${index}.example` })),
  );
  expect([taken, inFlight.fullAccounts]).toEqual([16, [0, 1]]);
});

test('2 to a URL, of whichever accounts', () => {
  const to = (index: number) => ({ accountId: index, destination: `https://${index % 2}.example` });
  expect(takenOf(many(6, to)).taken).toBe(4);
});

test('16 mails of all accounts', () => {
  const { inFlight, taken } = takenOf(many(17, (index) => ({ accountId: index % 3, destination: MAIL })));
  expect([taken, inFlight.mailsOf(0), inFlight.mailsOf(1), inFlight.mailsOf(2)]).toEqual([16, 6, 5, 5]);
});
