import { expect, test } from 'vitest';
import { mergeServices } from '../../../../src/core/server/app/merge-services.ts';

test('services of extensions are added to those of the core, which stay as they are', () => {
  const core = { contacts: 1 };
  expect(mergeServices(core, [{ exports: 2 }, undefined, { history: 3 }])).toEqual({
    contacts: 1,
    exports: 2,
    history: 3,
  });
  expect(core).toEqual({ contacts: 1 });
});

test.each([
  ['the core and an extension', [{ contacts: 2 }], 'contacts'],
  ['two extensions', [{ exports: 2 }, { exports: 3 }], 'exports'],
])('%s must not have a service of the same name', (_, added, name) => {
  expect(() => mergeServices({ contacts: 1 }, added)).toThrow(`have a service ${name}.`);
});
