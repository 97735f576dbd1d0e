// The form in which a user adds the first website of an account while logging in.
import type { Translate } from '../../../../../../languages/translate.ts';
import { PageProblem } from '../../../../foundation/pages/page-problem.ts';
import { ORIGINS_MAX } from '../../../../intake/collector/origins.ts';
import { requireOrigins } from '../../../../intake/collector/sending-operations.ts';
import type { NamedAccount } from '../../../../manage/authorization-server/users/users.ts';
import { newWebsite } from '../../../../manage/resources/create-website.ts';
import type { WebsiteRequest } from '../../../../manage/resources/website-creator.ts';

const MESSAGES: Readonly<Record<string, (t: Translate) => string>> = {
  name: (t) => t('pages.enterName'),
  currency: (t) => t('pages.chooseCurrency'),
  origins: (t) => t('pages.fewerAddresses', { count: ORIGINS_MAX }),
  campaign_name: (t) => t('pages.enterCampaignName'),
};

/** Throws a problem of status 403 or 422. */
export function readFirstWebsite(form: URLSearchParams, accounts: readonly NamedAccount[]): WebsiteRequest {
  const parsed = newWebsite.safeParse({
    name: form.get('name')?.trim() ?? '',
    currency: form.get('currency') ?? undefined,
    origins: (form.get('origins') ?? '').split(/[\s,]+/).filter((origin) => origin !== ''),
    ...startIn(form),
  });
  if (!parsed.success) {
    const say = MESSAGES[String(parsed.error.issues[0]?.path[0])];
    throw new PageProblem(422, say ?? ((t) => t('pages.fillInForm')));
  }
  const { origins = [], ...website } = parsed.data;
  return { ...website, accountId: accountIn(form, accounts), origins: originsIn(origins) };
}

/** Pages add campaigns, or people do, who begin with one. */
function startIn(form: URLSearchParams) {
  if (form.get('start') !== 'campaign') return { register_keys: form.get('start') === 'register' };
  const campaign = {
    campaign_name: form.get('campaign_name')?.trim() ?? '',
    cta_type: form.get('cta_type') ?? undefined,
  };
  return { register_keys: false, ...campaign };
}

function originsIn(origins: readonly string[]): string[] {
  try {
    return requireOrigins(origins);
  } catch {
    throw new PageProblem(422, (t) => t('pages.invalidOrigin'));
  }
}

function accountIn(form: URLSearchParams, accounts: readonly NamedAccount[]): number {
  const chosen = form.get('account_id');
  const account = chosen === null ? accounts[0] : accounts.find(({ id }) => String(id) === chosen);
  // The page offers only these accounts, so a form with another one was tampered with, or the role has changed.
  if (!account) throw cannotAdd();
  return account.id;
}

export function cannotAdd(): PageProblem {
  return new PageProblem(403, (t) => t('pages.cannotAddHere'));
}
