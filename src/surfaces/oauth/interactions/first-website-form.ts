// The form in which a user adds the first website of an account while logging in.
import type { NamedAccount } from '../../../authorization-server/users.ts';
import { ORIGINS_MAX } from '../../../collector/origins.ts';
import { requireOrigins } from '../../../collector/sending-operations.ts';
import { Problem } from '../../../problem.ts';
import { newWebsite } from '../../../resources/create-website.ts';
import type { WebsiteRequest } from '../../../resources/website-creator.ts';
import { ONE_LINE_RULE } from '../../../text/one-line.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  name: `Enter the name of the website, ${ONE_LINE_RULE}.`,
  currency: 'Choose a currency.',
  origins: `Enter at most ${ORIGINS_MAX} addresses.`,
};

/** Throws a problem of status 403 or 422. */
export function readFirstWebsite(form: URLSearchParams, accounts: readonly NamedAccount[]): WebsiteRequest {
  const parsed = newWebsite.safeParse({
    name: form.get('name')?.trim() ?? '',
    currency: form.get('currency') ?? undefined,
    origins: (form.get('origins') ?? '').split(/[\s,]+/).filter((origin) => origin !== ''),
  });
  if (!parsed.success) throw new Problem(422, MESSAGES[String(parsed.error.issues[0]?.path[0])] ?? 'Fill in the form.');
  const { origins = [], ...website } = parsed.data;
  return { ...website, accountId: accountIn(form, accounts), origins: requireOrigins(origins) };
}

function accountIn(form: URLSearchParams, accounts: readonly NamedAccount[]): number {
  const chosen = form.get('account_id');
  const account = chosen === null ? accounts[0] : accounts.find(({ id }) => String(id) === chosen);
  // The page offers only these accounts, so a form with another one was tampered with, or the role has changed.
  if (!account) throw cannotAdd();
  return account.id;
}

export function cannotAdd(): Problem {
  return new Problem(403, 'You cannot add websites to this account.');
}
