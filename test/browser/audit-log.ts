import { describe, expect, it } from 'vitest';
import { COMMAND_LINE } from '../../src/core/contract/access/principal.ts';
import { onWholeAccount } from '../../src/core/contract/access/role.ts';
import { removeFromAccount, setRole } from '../../src/core/manage/authorization-server/users/members.ts';
import { findUserByEmail } from '../../src/core/manage/authorization-server/users/users.ts';
import { IS_LONG } from '../support/long.ts';
import { createUser } from '../support/users.ts';
import { type GetDashboard, tableRow } from './dashboard.ts';

export function auditLogTests(get: GetDashboard): void {
  const clock = () => get().service.clock.now();

  describe('audit log', () => {
    it.runIf(IS_LONG)('says who did what, and shows one action or one person', async () => {
      const { database } = get().service;
      const carla = { email: 'carla@example.com', password: 'four random words here', accountIds: [1] };
      const { id: userId } = await createUser(database, carla, clock);
      const member = { userId, accountId: 1 };
      const byCarla = { actor: { userId, via: 'dashboard' }, clock } as const;
      await database.transaction((tx) => setRole(tx, member, onWholeAccount('editor'), byCarla));
      const page = await get().page('/');
      await page.getByRole('link', { name: 'Audit log' }).click();
      const added = page.getByRole('row', { name: 'Added carla@example.com as owner' });
      const changed = page.getByRole('row', { name: 'Changed the role of carla@example.com' });
      await added.waitFor();
      expect(await tableRow(page, 'Entries of the audit log', 'Added carla@example.com as owner')).toMatchObject({
        Who: 'Operator',
        Via: 'Command line',
      });
      // She has done nothing else.
      await changed.getByRole('button', { name: carla.email }).click();
      await added.waitFor({ state: 'detached' });
      await changed.waitFor();
      await page.getByLabel('Action').selectOption('Token created');
      await page.getByText('Nothing that matches').waitFor();
      await page.getByRole('button', { name: 'Show all entries' }).click();
      await page.getByLabel('Action').selectOption('Person added');
      await changed.waitFor({ state: 'detached' });
      await added.waitFor();
      const removal = { actor: COMMAND_LINE, clock };
      await database.transaction((tx) => removeFromAccount(tx, member, removal));
    });

    it.runIf(IS_LONG)('goes back page by page', async () => {
      const { database } = get().service;
      const { id: userId } = await createUser(
        database,
        { email: 'dora@example.com', password: 'four random words here', accountIds: [1] },
        clock,
      );
      const change = { actor: COMMAND_LINE, clock };
      for (let count = 0; count < 30; count++) {
        for (const role of ['viewer', 'owner'] as const) {
          await database.transaction((tx) => setRole(tx, { userId, accountId: 1 }, onWholeAccount(role), change));
        }
      }
      const page = await get().page('/audit-log');
      const added = page.getByRole('row', { name: 'Added dora@example.com as owner' });
      await page.getByRole('row', { name: 'Changed the role of dora@example.com' }).first().waitFor();
      expect(await added.count()).toBe(0);
      await page.getByRole('button', { name: 'Older' }).click();
      await added.waitFor();
      await page.getByRole('button', { name: 'Newest' }).click();
      await added.waitFor({ state: 'detached' });
      await database.transaction((tx) => removeFromAccount(tx, { userId, accountId: 1 }, change));
    });

    it.runIf(IS_LONG)('is not there for those who are not owners', async () => {
      const { database, login } = get().service;
      const user = await findUserByEmail(database, login.email);
      const member = { userId: user!.id, accountId: 1 };
      const change = { actor: COMMAND_LINE, clock, force: true };
      await database.transaction((tx) => setRole(tx, member, onWholeAccount('editor'), change));
      try {
        const page = await get().page('/audit-log');
        await page.getByText('Only owners can read the audit log').waitFor();
        expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
      } finally {
        await database.transaction((tx) => setRole(tx, member, onWholeAccount('owner'), change));
      }
    });
  });
}
