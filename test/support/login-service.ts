// The service with its authorization server and a user who can log in.

import type { Engine } from '../../src/core/foundation/database/database.ts';
import { TestClock } from './test-clock.ts';
import { TestService, type TestServiceOptions } from './test-service.ts';
import { createUser } from './users.ts';

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'correct horse battery staple';
export const INTROSPECTION = { id: 'tool-server', secret: 'a-secret-for-introspection' };

/** The user has the websites 1 and 2 of account 1, and not website 3 of account 2. */
export async function startLoginService(engine: Engine, options: TestServiceOptions = {}): Promise<TestService> {
  const { env, ...rest } = options;
  const service = await TestService.start(engine, {
    components: ['rest', 'mcp', 'auth'],
    // The library of the authorization server uses the system clock.
    clock: new TestClock(),
    env: { INTROSPECTION_CLIENT_ID: INTROSPECTION.id, INTROSPECTION_CLIENT_SECRET: INTROSPECTION.secret, ...env },
    ...rest,
  });
  await createUser(service.database, { email: EMAIL, password: PASSWORD, accountIds: [1] }, service.clock.now);
  return service;
}
