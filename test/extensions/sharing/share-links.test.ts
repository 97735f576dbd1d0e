// How share links are stored, found and ended. Two verifiers stand for two nodes: what one node ends, the other must not go on to show.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { onWholeAccount } from '../../../src/core/contract/access/role.ts';
import { secretHash } from '../../../src/core/contract/access/secret-hash.ts';
import { Problem } from '../../../src/core/foundation/problem/problem.ts';
import { removeFromAccount, setRole } from '../../../src/core/manage/authorization-server/users/members.ts';
import { createUser } from '../../../src/core/manage/authorization-server/users/users.ts';
import { forgetWebsite } from '../../../src/core/manage/erasure/forget-website.ts';
import { ShareLinkVerifier } from '../../../src/extensions/sharing/share-link-verifier.ts';
import { sharedPageOf } from '../../../src/extensions/sharing/shared-page.ts';
import {
  createShareLink,
  isPass,
  listShareLinks,
  type NewShareLink,
  newPass,
  revokeShareLink,
  SHARE_LINK_PREFIX,
  sweepShareLinks,
} from '../../../src/extensions/sharing/stored-share-links.ts';
import { ENGINES } from '../../support/databases.ts';
import { DAY_MS, HOUR_MS } from '../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  let nodes: readonly ShareLinkVerifier[];
  let userCount = 0;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
    nodes = [1, 2].map(() => new ShareLinkVerifier(world.database, world.clock.now));
  });
  afterAll(() => world.dispose());

  const create = (link: Partial<NewShareLink> = {}, userId: number | null = null) =>
    createShareLink(
      world.database,
      {
        ...{ websiteId: 1, name: 'For Bob', path: '/websites/1', locked: false, passwordHash: undefined },
        ...{ origins: [], expiresAt: undefined, ...link },
      },
      { userId, via: 'dashboard' },
      world.clock.now,
    );
  /** What each node says, one after the other. */
  async function verified(credential: string): Promise<unknown[]> {
    const found = [];
    for (const node of nodes) found.push(await node.verify(credential));
    return found.map((each) => (each instanceof Problem ? each.options.code : each?.id));
  }
  async function newUser(): Promise<number> {
    const email = `user${++userCount}@acme.example`;
    const user = { email, password: undefined, accountIds: [1], roles: new Map([[1, 'editor' as const]]) };
    return (await createUser(world.database, user, world.clock.now)).id;
  }
  const change = () => ({ actor: COMMAND_LINE, clock: world.clock.now });

  test('a link is a viewer of one page of one website; its secret is not stored', async () => {
    const { secret, id } = await create({ path: '/websites/1/campaigns/10?timeframe=last_7_days', locked: true });
    expect(await nodes[0]!.verify(secret)).toMatchObject({
      id: `share:${id}`,
      websiteIds: [1],
      roles: new Map([[1, 'viewer']]),
      restriction: {
        // Those are missing that a locked link does not have.
        operations: new Set([
          ...['list_websites', 'list_first_days', 'get_campaign_report', 'get_variant_report'],
          'list_campaign_products',
        ]),
      },
    });
    expect((await nodes[0]!.find(secret))?.link).toMatchObject({
      ...{ id, locked: true, page: { name: 'campaign', websiteId: 1, id: 10, view: { timeframe: 'last_7_days' } } },
    });
    const rows = await world.database.query('SELECT * FROM share_links');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await verified(`${secret}x`)).toEqual([undefined, undefined]);
  });

  test('looks up 200 characters, and not one more', async () => {
    const longest = SHARE_LINK_PREFIX.padEnd(200, 'x');
    for (const secret of [longest, `${longest}x`]) {
      const { id } = await create();
      const sql = 'UPDATE share_links SET secret_hash = $1 WHERE id = $2';
      await world.database.transaction((tx) => tx.query(sql, [secretHash(secret), id]));
      const expected = secret === longest ? `share:${id}` : undefined;
      expect(await verified(secret)).toEqual([expected, expected]);
    }
  });

  test('a revoked link ends on every node at once, is not listed, and is in the audit log', async () => {
    const { secret, id } = await create({ name: 'Ends' });
    expect(await verified(secret)).toEqual([`share:${id}`, `share:${id}`]);
    expect(await revokeShareLink(world.database, { websiteId: 2, id }, COMMAND_LINE, world.clock.now)).toBe(false);
    expect(await revokeShareLink(world.database, { websiteId: 1, id }, COMMAND_LINE, world.clock.now)).toBe(true);
    expect(await verified(secret)).toEqual(['link_ended', 'link_ended']);
    expect((await listShareLinks(world.database, 1)).map((link) => link.id)).not.toContain(id);
    const entries = await world.database.query('SELECT action FROM audit_log WHERE subject = $1 ORDER BY id', [
      JSON.stringify(`${id} (Ends)`),
    ]);
    expect(entries).toEqual([{ action: 'share_link_created' }, { action: 'share_link_revoked' }]);
  });

  test('a link ends when it expires, and is forgotten long after', async () => {
    const at = (ms: number) => new Date(world.clock.nowMs + ms).toISOString().replace(/\.\d+Z$/, 'Z');
    const { secret, id } = await create({ expiresAt: at(HOUR_MS) });
    expect(await verified(secret)).toEqual([`share:${id}`, `share:${id}`]);
    world.clock.advance(HOUR_MS);
    expect(await verified(secret)).toEqual(['link_ended', 'link_ended']);
    await sweepShareLinks(world.database, new Date(world.clock.nowMs + 399 * DAY_MS));
    expect(await verified(secret)).toEqual(['link_ended', 'link_ended']);
    await sweepShareLinks(world.database, new Date(world.clock.nowMs + 401 * DAY_MS));
    expect(await verified(secret)).toEqual([undefined, undefined]);
  });

  const LOST = {
    demoted: onWholeAccount('viewer'),
    'given another website': { role: 'editor', websiteIds: [2] },
  } as const;

  test.each(['removed', 'demoted', 'given another website'] as const)(
    'a link of an editor who was %s ends, and does not revive',
    async (how) => {
      const userId = await newUser();
      const { secret, id } = await create({}, userId);
      expect(await verified(secret)).toEqual([`share:${id}`, `share:${id}`]);
      const member = { userId, accountId: 1 };
      await world.database.transaction(async (tx) => {
        if (how === 'removed') await removeFromAccount(tx, member, change());
        else await setRole(tx, member, LOST[how], change());
      });
      expect(await verified(secret)).toEqual(['link_ended', 'link_ended']);
      await world.database.transaction((tx) => setRole(tx, member, onWholeAccount('owner'), change()));
      expect(await verified(secret)).toEqual(['link_ended', 'link_ended']);
    },
  );

  test('its last use is recorded', async () => {
    const { secret, id } = await create();
    const lastUse = async () => (await listShareLinks(world.database, 1)).find((link) => link.id === id)?.last_used_at;
    expect(await lastUse()).toBeNull();
    await nodes[0]!.verify(secret);
    await expect.poll(lastUse).toBe(
      world.clock
        .now()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    );
  });

  test('a pass is for one link and its password, and ends', async () => {
    const passwordHash = 'a hash';
    const [one, other] = [await create({ passwordHash }), await create({ passwordHash })];
    const pass = newPass(one.secret, passwordHash, world.clock.now());
    expect(await verified(`${one.secret}.${pass}`)).toEqual([`share:${one.id}`, `share:${one.id}`]);
    const refused = [one.secret, `${other.secret}.${pass}`, `${one.secret}.${pass}x`, `${one.secret}.9${pass}`];
    for (const credential of refused) expect(await verified(credential), credential).toEqual([undefined, undefined]);
    expect(isPass(pass, one.secret, 'another hash', world.clock.now())).toBe(false);
    world.clock.advance(12 * HOUR_MS);
    expect(await verified(`${one.secret}.${pass}`)).toEqual([undefined, undefined]);
  });

  test('a website may have 200 links that were not revoked, however many were', async () => {
    const stored = (count: number, revokedAt: string | null) =>
      Array.from({ length: count }, (_, index) => {
        const id = (revokedAt === null ? 10_000 : 20_000) + index;
        return [id, 2, 'Stored', `hash ${id}`, '/websites/2', 0, '[]', '2026-01-01T00:00:00Z', revokedAt];
      });
    await world.database.transaction((tx) =>
      tx.insertMany({
        into: 'share_links',
        columns: ['id', 'website_id', 'name', 'secret_hash', 'path', 'locked', 'origins', 'created_at', 'revoked_at'],
        rows: [...stored(199, null), ...stored(200, '2026-01-02T00:00:00Z')],
      }),
    );
    await create({ websiteId: 2, path: '/websites/2' });
    expect(await listShareLinks(world.database, 2)).toHaveLength(200);
    await expect(create({ websiteId: 2, path: '/websites/2' })).rejects.toMatchObject({
      options: { code: 'too_many_share_links' },
    });
    // Another website has room of its own.
    await create({ websiteId: 1 });
    expect(await listShareLinks(world.database, 2)).toHaveLength(200);
  });

  test('links are erased with their website', async () => {
    const { secret } = await create({ websiteId: 3, path: '/websites/3' });
    await forgetWebsite(world.database, 3, world.clock.now());
    expect(await verified(secret)).toEqual([undefined, undefined]);
    expect(await world.database.query('SELECT id FROM share_links WHERE website_id = 3')).toEqual([]);
  });
});

test.each([
  '/',
  '/websites',
  '/websites/0',
  '/websites/1/',
  '/websites/1/contacts',
  '/websites/1/campaigns',
  '/websites/1/campaigns/2/variants/3',
  '/websites/1/funnels',
  '/people',
  '//evil.example/websites/1',
  'https://evil.example/websites/1',
  '/websites/1?a=1?b=2',
  '/websites/1?x=<script>',
  '/websites/1#x',
])('%s is no page that can be shared', (path) => {
  expect(sharedPageOf(path)).toBeUndefined();
});
