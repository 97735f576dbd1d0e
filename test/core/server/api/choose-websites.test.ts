// Which of the caller's websites, or which account, a call covers, for every rule that an operation can have.
import { describe, expect, test } from 'vitest';
import { type AccountRole, ROLES, type Role } from '../../../../src/core/contract/access/role.ts';
import type { ReadRule } from '../../../../src/core/contract/operations/define-operation.ts';
import { problemBody } from '../../../../src/core/contract/operations/problem-body.ts';
import { Problem } from '../../../../src/core/foundation/problem/problem.ts';
import {
  chooseAccount,
  chooseWebsites,
  type RequestedWebsites,
} from '../../../../src/core/server/api/choose-websites.ts';

function orProblem<T>(choose: () => T) {
  try {
    return choose();
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return problemBody(error as Problem);
  }
}

/** The credential has no user. */
function choice(rule: ReadRule, requested: RequestedWebsites, websiteIds: readonly number[]) {
  return orProblem(() => chooseWebsites(rule, 'owner', requested, { websiteIds }));
}

describe('chosen', () => {
  test('is the only website if none is named', () => {
    expect(choice('chosen', {}, [7])).toEqual({ websiteId: 7 });
  });

  test('is the named website', () => {
    expect(choice('chosen', { website_id: 8 }, [7, 8])).toEqual({ websiteId: 8 });
  });

  test('must be named if there are several', () => {
    expect(choice('chosen', {}, [7, 8])).toMatchObject({
      status: 400,
      code: 'website_id_required',
      param: 'website_id',
    });
  });

  test.each([[[7]], [[7, 8]]])('must be one of %j', (own) => {
    const problem = choice('chosen', { website_id: 9 }, own);
    expect(problem).toMatchObject({ status: 404, param: 'website_id' });
    expect(problem).not.toHaveProperty('code');
  });
});

describe('subset', () => {
  test.each([
    [{}, [7, 8, 9]],
    [{ website_id: 8 }, [8]],
    [{ website_ids: [9, 7, 9] }, [7, 9]],
    [{ website_id: 8, website_ids: [9, 8] }, [8]],
  ])('%j gives %j', (requested, websiteIds) => {
    expect(choice('subset', requested, [7, 8, 9])).toEqual({ websiteIds });
  });

  test.each([
    [{ website_id: 6 }, 'website_id'],
    [{ website_ids: [7, 6] }, 'website_ids'],
    [{ website_id: 7, website_ids: [7, 6] }, 'website_ids'],
  ])('%j is rejected', (requested, param) => {
    expect(choice('subset', requested, [7, 8])).toMatchObject({ status: 404, param });
  });

  test.each([
    { website_id: 7, website_ids: [8] },
    { website_id: 7, website_ids: [6] },
    { website_id: 6, website_ids: [7, 8] },
  ])('%j contradicts itself, whether the websites exist or not', (requested) => {
    expect(choice('subset', requested, [7, 8])).toMatchObject({
      ...{ status: 422, code: 'invalid_website_id', param: 'website_id' },
      detail: `website_id is ${requested.website_id}, which website_ids does not have. Send one of them alone.`,
    });
  });
});

test('all returns all websites, whatever is requested', () => {
  expect(choice('all', { website_id: 6 }, [7, 8])).toEqual({ websiteIds: [7, 8] });
});

describe('the role of the user', () => {
  /** The roles on 7, 8 and 9, in this order. */
  const roles = new Map<number, Role>([7, 8, 9].map((id, index) => [id, ROLES[index]!]));
  const own = { websiteIds: [7, 8, 9], roles };
  const withRole = (rule: ReadRule, needed: Role, requested: RequestedWebsites) =>
    orProblem(() => chooseWebsites(rule, needed, requested, own));

  test.each([
    ['viewer', [7, 8, 9]],
    ['editor', [8, 9]],
    ['owner', [9]],
  ] as const)('%s leaves %j of all', (needed, websiteIds) => {
    expect(withRole('all', needed, {})).toEqual({ websiteIds });
    expect(withRole('subset', needed, {})).toEqual({ websiteIds });
    expect(withRole('subset', needed, { website_ids: [...websiteIds] })).toEqual({ websiteIds });
  });

  test('must suffice on each website that is named', () => {
    const problem = { status: 403, detail: 'Your role on website 7 is viewer. This needs editor.' };
    expect(withRole('chosen', 'editor', { website_id: 7 })).toMatchObject(problem);
    expect(withRole('subset', 'editor', { website_id: 7 })).toMatchObject(problem);
    expect(withRole('subset', 'editor', { website_ids: [8, 7] })).toMatchObject(problem);
    expect(withRole('chosen', 'editor', { website_id: 8 })).toEqual({ websiteId: 8 });
  });

  test('must suffice on at least one of all', () => {
    const viewer = { websiteIds: [7], roles };
    expect(orProblem(() => chooseWebsites('all', 'editor', {}, viewer))).toMatchObject({ status: 403 });
  });

  test("says nothing about others' websites", () => {
    expect(withRole('chosen', 'owner', { website_id: 6 })).toMatchObject({ status: 404 });
    expect(withRole('subset', 'owner', { website_ids: [6] })).toMatchObject({ status: 404 });
  });
});

describe('account', () => {
  const [viewer, owner]: AccountRole[] = [
    { id: 1, role: 'viewer', isOnChosenWebsites: false },
    { id: 2, role: 'owner', isOnChosenWebsites: false },
  ];
  const account = (accountId: number | undefined, own: readonly AccountRole[], needed: Role = 'editor') =>
    orProblem(() => chooseAccount(needed, { ...(accountId !== undefined && { account_id: accountId }) }, own));

  test('is the only one, or the one that is named', () => {
    expect(account(undefined, [owner!])).toEqual({ accountId: 2 });
    expect(account(2, [viewer!, owner!])).toEqual({ accountId: 2 });
  });

  test('must be named if there are several', () => {
    expect(account(undefined, [viewer!, owner!])).toMatchObject({ status: 400, code: 'account_id_required' });
  });

  test("must be the user's own", () => {
    expect(account(3, [viewer!, owner!])).toMatchObject({ status: 404, param: 'account_id' });
  });

  test('a role on chosen websites is none in the account: one can only leave', () => {
    const chosen: AccountRole = { id: 1, role: 'editor', isOnChosenWebsites: true };
    const detail = 'Your role in account 1 is for chosen websites. This needs editor in the account.';
    expect(account(1, [chosen])).toMatchObject({ status: 403, detail });
    expect(account(1, [chosen], 'viewer')).toEqual({ accountId: 1 });
  });

  test('needs the role', () => {
    const detail = 'Your role in account 1 is viewer. This needs editor.';
    expect(account(1, [viewer!, owner!])).toMatchObject({ status: 403, detail });
  });
});
