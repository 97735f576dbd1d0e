// The rules that hold for every operation in the list.
import { describe, expect, test } from 'vitest';
import { isRead } from '../../../../src/core/contract/operations/define-operation.ts';
import { OPERATIONS } from '../../../support/operations.ts';

test('names, and methods with paths, are unique', () => {
  const names = OPERATIONS.map(({ name }) => name);
  const routes = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(routes).size).toBe(routes.length);
});

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('takes the parameters that its website rule needs, and no others that name websites', () => {
    const given = ['website_id', 'website_ids', 'account_id'].filter((name) => name in operation.input.shape);
    const needed = {
      chosen: ['website_id'],
      subset: ['website_id', 'website_ids'],
      all: [],
      account: ['account_id'],
      none: [],
    };
    expect(given).toEqual(needed[operation.website]);
  });

  test('is about an account or a person only where somebody is logged in, and then says the role', () => {
    if (operation.website === 'account') expect(operation.credential).toBe('dashboard');
    if (operation.website === 'none') expect(['dashboard', 'one_time_link']).toContain(operation.credential);
    if (operation.credential === 'dashboard') expect(operation.role).toBeDefined();
  });

  test('takes an id exactly where its path has one', () => {
    expect(operation.path.includes('{id}') ? 'id' in operation.input.shape : true).toBe(true);
  });

  test('names the kind of its links exactly where links are the credential', () => {
    expect('linkKind' in operation).toBe(operation.credential === 'one_time_link');
  });

  test('is a read or an action, and only a read is a tool', () => {
    expect('act' in operation).toBe(!isRead(operation));
    if (!isRead(operation)) expect(operation).not.toHaveProperty('isTool');
  });
});
