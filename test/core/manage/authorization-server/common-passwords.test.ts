// Common passwords are refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { isCommonPassword } from '../../../../src/core/manage/authorization-server/users/common-passwords.ts';
import { changePassword, createUser } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { generatePassword } from '../../../../src/core/server/commands/users/user.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';

const EMAIL = 'ada.lovelace@example.com';
const clock = () => new Date();

/** All have at least 10 characters: shorter ones are refused anyway. */
const COMMON = [
  ...['password123', 'Password123!', 'P@ssw0rd2025', 'passw0rd123', '123password', 'passwordpassword', 'Passwort2024!'],
  ...['1234567890', '0123456789', '9876543210', '12345678910', '1111111111', '1212121212', '123123123123'],
  ...['qwertyuiop', 'qwerty123456', '1q2w3e4r5t', '1qaz2wsx3edc', 'zaq12wsxcde', 'asdfghjkl1', 'poiuytrewq'],
  ...['iloveyou123', 'letmein12345', 'welcome2025!', 'Welcome@123', 'admin12345', 'administrator', 'changeme123'],
  ...['summer2025!', 'Winter2024!', 'football123', 'abcdefghij', 'trustno1234', 'superman123', 'testtest123'],
  ...['ada.lovelace', 'Ada.Lovelace1', EMAIL, 'ADA.LOVELACE@EXAMPLE.COM'],
];

/** NFKC turns them into ASCII letters. */
const IN_FULL_WIDTH = 'ｐａｓｓｗｏｒｄ１２３';

describe('common passwords', () => {
  it.each(COMMON)('%s is common', (password) => {
    expect(isCommonPassword(password, EMAIL)).toBe(true);
  });

  it.each([
    'the right password',
    'correct horse battery',
    'a passphrase of ada',
    '7391846205',
    'Password of my cat',
    'ünïcödé wörds',
  ])('%s is not common', (password) => {
    expect(isCommonPassword(password, EMAIL)).toBe(false);
  });

  it('generated passwords are not common', () => {
    for (let round = 0; round < 1_000; round++) expect(isCommonPassword(generatePassword(), EMAIL)).toBe(false);
  });

  it('a long repetitive password is not common', () => {
    for (const text of ['a'.repeat(199), '1'.repeat(199), `${'ab'.repeat(99)}c`, '@'.repeat(199)]) {
      expect(isCommonPassword(`${text}!`, EMAIL)).toBe(false);
    }
  });

  describe('of a user', () => {
    let store: TestDatabase;
    beforeAll(async () => {
      store = await createTestDatabase('sqlite');
      await importCatalog(store.database, SAMPLE_CATALOG, clock);
      await createUser(store.database, { email: EMAIL, password: 'a passphrase of ada', accountIds: [1] }, clock);
    });
    afterAll(() => store.dispose());

    it.each(['password123', IN_FULL_WIDTH, 'bob.bobson1'])('%s is refused for a new user', async (password) => {
      const user = { email: 'Bob.Bobson@example.com', password, accountIds: [1] };
      await expect(createUser(store.database, user, clock)).rejects.toThrow('too common');
    });

    it.each(['password123', IN_FULL_WIDTH, EMAIL])('%s is refused for an existing user', async (password) => {
      await expect(changePassword(store.database, EMAIL, password, clock)).rejects.toThrow('too common');
    });
  });
});
