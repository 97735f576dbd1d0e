// What is shown to others, and what shows it: every page and dialog that has to be right in all languages, themes and widths. Tests and
// screenshots walk through them. The script that takes screenshots uses it: nothing here may import vitest.
import type { Page } from 'playwright-core';
import type { Language } from '../../languages/language.ts';
import type { Translate } from '../../languages/translate.ts';
import type { PartsWorld } from './parts-world.ts';

/** Who sees it. A reader has a link and no login. */
export type Seer = 'owner' | 'client' | 'reader';

export interface Part {
  readonly name: string;
  readonly seenBy: Seer;
  path(world: PartsWorld, language: Language): string;
  /** Shows what is hidden at first. */
  open?(page: Page, t: Translate): Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();

async function openShareDialog(page: Page, t: Translate): Promise<void> {
  await button(page, t('share.share')).click();
  await page.getByRole('dialog').getByLabel(t('share.readersSee')).waitFor();
}

async function createLink(page: Page, t: Translate): Promise<void> {
  await openShareDialog(page, t);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('common.name')).fill('Acme & Co.');
  await dialog.getByLabel(t('share.embedOn')).fill('https://www.customer.example\nhttps://*.customer.example');
  await dialog.getByRole('button', { name: t('share.createLink') }).click();
  await dialog.getByText(t('share.copyNow')).waitFor();
}

async function openSwitcher(page: Page, t: Translate): Promise<void> {
  const menu = page.getByRole('button', { name: t('common.openMenu') });
  if (await menu.isVisible()) await menu.click();
  await page.locator('#sidebar [aria-haspopup="dialog"]').filter({ hasText: 'ravelmoor.example' }).click();
  await page.getByRole('dialog').getByLabel(t('overview.searchWebsites')).fill('shop');
}

async function searchOverview(page: Page, t: Translate): Promise<void> {
  await page.getByRole('main').getByLabel(t('overview.searchWebsites')).fill('north');
  await page.getByRole('main').locator('th[aria-sort]').last().getByRole('button').first().click();
}

async function previewErasure(page: Page, t: Translate): Promise<void> {
  await page.getByRole('main').getByRole('combobox').last().selectOption('day');
  await page.getByLabel(t('data.named_day'), { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await button(page, t('data.preview')).click();
  await page.getByRole('table', { name: t('data.whatGoes') }).waitFor();
}

async function askToErase(page: Page, t: Translate): Promise<void> {
  await previewErasure(page, t);
  await page.getByRole('main').locator('button').filter({ hasText: /\d/ }).last().click();
  await page.getByRole('dialog').waitFor();
}

async function inviteClient(page: Page, t: Translate): Promise<void> {
  await button(page, t('people.invitePerson')).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: t('people.chosenWebsites') })
    .check();
  await page.getByRole('dialog').getByRole('checkbox').first().check();
}

/** The dialog opens when what it needs has been loaded. */
const openDialog = (text: (t: Translate) => string) => async (page: Page, t: Translate) => {
  await button(page, text(t)).click();
  await page.getByRole('dialog').locator('input, textarea, select, button[type="submit"]').first().waitFor();
};

const openSubscription = openDialog((t) => t('notifications.addSubscription'));

/** Newer subscriptions come first. */
async function openDeliveries(page: Page, t: Translate): Promise<void> {
  await page.getByRole('main').getByText(t('notifications.deliveries'), { exact: true }).first().click();
  await page.getByRole('dialog').getByRole('table').waitFor();
}

async function openWebhookTest(page: Page, t: Translate): Promise<void> {
  await page.getByRole('main').getByText(t('notifications.test'), { exact: true }).first().click();
  await page.getByRole('dialog').getByLabel(t('notifications.message')).waitFor();
}

export const PARTS: readonly Part[] = [
  { name: 'overview', seenBy: 'owner', path: () => '/' },
  { name: 'overview-search', seenBy: 'owner', path: () => '/?timeframe=last_7_days', open: searchOverview },
  {
    name: 'reporting-currency',
    seenBy: 'owner',
    path: () => '/',
    open: openDialog((t) => t('overview.reportingCurrency')),
  },
  { name: 'website', seenBy: 'owner', path: () => '/websites/1' },
  { name: 'website-today', seenBy: 'owner', path: () => '/websites/1?timeframe=today' },
  { name: 'switcher', seenBy: 'owner', path: () => '/websites/1', open: openSwitcher },
  { name: 'goal-add', seenBy: 'owner', path: () => '/websites/1', open: openDialog((t) => t('saved.addGoal')) },
  { name: 'share', seenBy: 'owner', path: () => '/websites/1', open: openShareDialog },
  { name: 'share-created', seenBy: 'owner', path: () => '/websites/1', open: createLink },
  { name: 'campaign', seenBy: 'owner', path: () => '/websites/1/campaigns/11' },
  { name: 'funnel', seenBy: 'owner', path: ({ funnelId }) => `/websites/1/funnels/${funnelId}` },
  { name: 'experiments', seenBy: 'owner', path: () => '/websites/1/experiments' },
  { name: 'attribution', seenBy: 'owner', path: () => '/websites/1/attribution?credit_by=view&by=channel' },
  {
    name: 'attribution-costs',
    seenBy: 'owner',
    path: () => '/websites/1/attribution?timeframe=last_90_days&by=utm_campaign&window_days=30&costs_by=linear',
  },
  {
    name: 'retention',
    seenBy: 'owner',
    path: () => '/websites/1/retention?timeframe=last_90_days&break_down_by=channel',
  },
  { name: 'paths', seenBy: 'owner', path: () => '/websites/1/paths?from=view%3Bcampaign%3A13' },
  { name: 'contact-story', seenBy: 'owner', path: () => '/websites/1/contacts/140' },
  { name: 'data', seenBy: 'owner', path: () => '/websites/1/data', open: previewErasure },
  { name: 'data-erase', seenBy: 'owner', path: () => '/websites/1/data', open: askToErase },
  { name: 'exports', seenBy: 'owner', path: () => '/exports' },
  { name: 'recipients', seenBy: 'owner', path: () => '/websites/1/notifications' },
  {
    name: 'recipient-ask',
    seenBy: 'owner',
    path: () => '/websites/1/notifications',
    open: async (page, t) => {
      await page
        .getByRole('main')
        .getByRole('button')
        .filter({ hasText: t('notifications.askAgain') })
        .first()
        .click();
    },
  },
  {
    name: 'subscription',
    seenBy: 'owner',
    path: () => '/websites/1/notifications',
    open: openSubscription,
  },
  {
    name: 'webhook',
    seenBy: 'owner',
    path: () => '/websites/1/notifications',
    open: async (page, t) => {
      await openSubscription(page, t);
      await page.getByRole('dialog').getByLabel(t('notifications.sendTo')).selectOption('webhook');
    },
  },
  { name: 'webhook-deliveries', seenBy: 'owner', path: () => '/websites/1/notifications', open: openDeliveries },
  { name: 'webhook-test', seenBy: 'owner', path: () => '/websites/1/notifications', open: openWebhookTest },
  { name: 'history', seenBy: 'owner', path: ({ importedId }) => `/websites/${importedId}?timeframe=last_90_days` },
  { name: 'history-imports', seenBy: 'owner', path: ({ importedId }) => `/websites/${importedId}/sending` },
  {
    name: 'history-import',
    seenBy: 'owner',
    path: ({ importedId }) => `/websites/${importedId}/sending`,
    open: openDialog((t) => t('history.importFile')),
  },
  { name: 'catalog', seenBy: 'owner', path: () => '/websites/1/catalog' },
  { name: 'people', seenBy: 'owner', path: () => '/people' },
  { name: 'people-invite', seenBy: 'owner', path: () => '/people', open: inviteClient },

  { name: 'client-overview', seenBy: 'client', path: () => '/' },
  { name: 'client-website', seenBy: 'client', path: () => '/websites/1' },
  { name: 'client-contacts', seenBy: 'client', path: () => '/websites/1/contacts' },
  { name: 'client-other', seenBy: 'client', path: () => '/websites/2' },

  ...(['website', 'campaign', 'funnel', 'experiments', 'attribution', 'locked', 'password', 'ended'] as const).map(
    (name): Part => ({ name: `shared-${name}`, seenBy: 'reader', path: ({ links }) => links[name] }),
  ),
  { name: 'shared-unknown', seenBy: 'reader', path: () => `/s/fsl_${'x'.repeat(43)}` },
  { name: 'recipient-confirm', seenBy: 'reader', path: ({ confirm }, language) => confirm[language] },
  { name: 'recipient-unsubscribe', seenBy: 'reader', path: ({ unsubscribe }) => unsubscribe },
  { name: 'invitation', seenBy: 'reader', path: ({ invitation }) => invitation },
  { name: 'recipient-unknown', seenBy: 'reader', path: () => `/recipients/confirm/${'x'.repeat(43)}` },
];
