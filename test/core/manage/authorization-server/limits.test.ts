// How much clients and strangers may ask for.
import type { ClientMetadata } from 'oidc-provider';
import { expect, test } from 'vitest';
import { checkClientMetadata } from '../../../../src/core/manage/authorization-server/applications/clients.ts';
import { ForgottenPasswords } from '../../../../src/core/manage/authorization-server/links/forgotten-passwords.ts';
import { HOUR_MS, TestClock } from '../../../support/test-clock.ts';

const refusal = (metadata: object): string | undefined => {
  try {
    checkClientMetadata({ client_id: 'x', ...metadata } as ClientMetadata, ['authorization_code']);
  } catch (error) {
    return (error as { error_description?: string }).error_description;
  }
};

test.each(['redirect_uris', 'post_logout_redirect_uris'])('a client has 20 %s', (property) => {
  const uris = (count: number) => Array.from({ length: count }, (_, index) => `https://${index}.example/callback`);
  expect(refusal({ [property]: uris(20) })).toBeUndefined();
  expect(refusal({ [property]: uris(21) })).toBe(`${property} must have at most 20 members`);
});

test.each(['client_name', 'software_id'])('a client has a %s of 200 characters', (property) => {
  expect(refusal({ [property]: 'x'.repeat(200) })).toBeUndefined();
  expect(refusal({ [property]: 'x'.repeat(201) })).toBe(`${property} must be a string of at most 200 characters`);
});

test('forgotten passwords: three mails an hour to an address, 20 from a network', () => {
  const clock = new TestClock('2026-06-01T12:00:00Z');
  const forgotten = new ForgottenPasswords({
    ...{ clock: clock.now, mailer: undefined, logFailure: () => undefined },
    passwordResets: { createToMail: async () => undefined },
  });
  const isRefused = (email: string, network: number) =>
    forgotten.take(`${email}@example.com`, `192.0.2.${network}`) !== undefined;
  const many = (count: number, refused: (index: number) => boolean) =>
    Array.from({ length: count }, (_, i) => refused(i));
  expect(many(4, (index) => isRefused('ada', index + 1))).toEqual([false, false, false, true]);
  expect(many(21, (index) => isRefused(`person${index}`, 100))).toEqual([...Array(20).fill(false), true]);
  expect(isRefused('ben', 101)).toBe(false);
  clock.advance(HOUR_MS);
  expect([isRefused('ada', 1), isRefused('person20', 100)]).toEqual([false, false]);
});
