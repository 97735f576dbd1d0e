// Every page of the dashboard on the demo data, for tests and screenshots of all of them.
import type { Page } from 'playwright-core';

interface DemoPage {
  readonly name: string;
  readonly path: string;
  /** Opens something that is hidden at first. */
  readonly open?: (page: Page) => Promise<void>;
}

const CAMPAIGN = '/websites/1/campaigns/13';
const STEP = `${CAMPAIGN}/variants/131/steps`;

async function createKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create key' });
  await form.getByLabel('Name').fill('Shop');
  await form.getByLabel('Addresses of its pages').fill('https://www.kaffinto.example\nhttps://*.kaffinto.example');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('data-key=').waitFor();
}

/** The first campaign, its first variant and step. */
async function openCatalog(page: Page): Promise<void> {
  for (let level = 0; level < 3; level++) {
    const lists = page.getByRole('main').getByRole('list', { name: /^(Campaigns|Variants of|Steps of)/ });
    await lists.last().getByRole('button', { expanded: false }).first().click();
  }
}

/** Uses the page People. `website`: the one on which the role holds. Default: all. Returns the link. */
export async function invite(page: Page, email: string, role = 'Viewer', website?: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite person' }).click();
  const form = page.getByRole('dialog', { name: /^Invite a person/ });
  await form.getByLabel('Email address').fill(email);
  await form.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  if (website !== undefined) {
    await form.getByRole('radio', { name: /^Chosen websites/ }).check();
    await form.getByRole('checkbox', { name: website }).check();
  }
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  const invited = page.getByRole('dialog', { name: `${email} is invited` });
  const url = await invited.locator('code').innerText();
  await invited.getByRole('button', { name: 'Done' }).click();
  await invited.waitFor({ state: 'detached' });
  return url;
}

async function openInvitation(page: Page): Promise<void> {
  await page.goto(await invite(page, 'ben@example.com', 'Editor'));
  await page.getByRole('heading', { name: /^Join/ }).waitFor();
  await page.getByLabel('New password').waitFor();
}

export const PAGES: readonly DemoPage[] = [
  { name: 'overview', path: '/' },
  { name: 'website', path: '/websites/1' },
  { name: 'website-today', path: '/websites/1?timeframe=today' },
  { name: 'website-filtered', path: '/websites/1?filter=device%3Amobile&filter=country%3AUS&break_down_by=channel' },
  { name: 'website-year', path: '/websites/2?timeframe=last_365_days&metric=revenue' },
  {
    name: 'timeframes',
    path: '/websites/1',
    open: (page) => page.getByRole('button', { name: 'Last 30 days' }).click(),
  },
  {
    name: 'share',
    path: '/websites/1',
    open: (page) => page.getByRole('button', { name: 'Share', exact: true }).click(),
  },
  { name: 'campaign', path: '/websites/1/campaigns/11' },
  { name: 'variant', path: `${CAMPAIGN}/variants/131` },
  { name: 'step', path: `${STEP}/1314` },
  { name: 'element-answers', path: `${STEP}/1311/elements/13111` },
  { name: 'element-products', path: `${STEP}/1314/elements/13141` },
  { name: 'experiments', path: '/websites/1/experiments' },
  {
    name: 'funnels',
    path: '/websites/1/funnels?step=view%3Bcampaign%3A13%3Bdevice%3Amobile&step=conversion&step=order&break_down_by=channel',
  },
  {
    name: 'funnel-filter',
    path: '/websites/2/funnels',
    open: (page) => page.getByRole('button', { name: 'Filter of step 1' }).click(),
  },
  { name: 'attribution', path: '/websites/1/attribution?credit_by=view&by=channel' },
  {
    name: 'retention',
    path: '/websites/1/retention?timeframe=last_365_days&by=month&first=order&break_down_by=channel',
  },
  { name: 'paths', path: '/websites/1/paths?from=view%3Bcampaign%3A13' },
  { name: 'paths-before', path: '/websites/1/paths?to=order&depth=4' },
  { name: 'insights', path: '/websites/1/insights' },
  { name: 'contacts', path: '/websites/1/contacts' },
  {
    name: 'contact-add',
    path: '/websites/1/contacts',
    open: (page) => page.getByRole('button', { name: 'Add contact' }).click(),
  },
  {
    name: 'contact',
    path: '/websites/2/contacts?campaign=21',
    open: (page) => page.getByRole('table', { name: 'Contacts' }).getByRole('button').first().click(),
  },
  { name: 'contact-story', path: '/websites/1/contacts/140' },
  { name: 'catalog', path: '/websites/1/catalog' },
  { name: 'catalog-open', path: '/websites/1/catalog', open: openCatalog },
  {
    name: 'campaign-create',
    // Another website than before and after: otherwise the page would stay as it was.
    path: '/websites/2/catalog',
    open: (page) => page.getByRole('button', { name: 'New campaign' }).click(),
  },
  {
    name: 'traffic',
    path: '/websites/1/catalog',
    open: async (page) => {
      await page.getByRole('list', { name: 'Campaigns' }).getByRole('button', { expanded: false }).first().click();
      await page.getByRole('button', { name: /^Divide traffic/ }).click();
    },
  },
  {
    name: 'website-create',
    path: '/websites/2/catalog',
    open: (page) => page.getByRole('button', { name: 'New website' }).click(),
  },
  { name: 'live', path: '/websites/1/live' },
  { name: 'sending', path: '/websites/1/sending' },
  {
    name: 'sending-with-key',
    path: '/websites/2/sending',
    open: createKey,
  },
  {
    name: 'key-create',
    path: '/websites/1/sending',
    open: (page) => page.getByRole('button', { name: 'Create key' }).first().click(),
  },
  { name: 'notifications', path: '/websites/1/notifications' },
  {
    name: 'subscription-add',
    path: '/websites/2/notifications',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add subscription' }).click();
      await page.getByLabel('Send to').selectOption('Webhook');
      await page.getByLabel('Quiet hours').check();
    },
  },
  { name: 'api-access', path: '/api-access' },
  {
    name: 'token-create',
    path: '/api-access',
    open: (page) => page.getByRole('button', { name: 'Create token' }).click(),
  },
  { name: 'audit-log', path: '/audit-log' },
  { name: 'exports', path: '/exports' },
  { name: 'profile', path: '/profile' },
  {
    name: 'user-menu',
    path: '/',
    open: (page) => page.getByRole('button', { name: 'Logged in as' }).click(),
  },
  {
    name: 'choose-websites',
    path: '/profile',
    open: async (page) => {
      await page.getByRole('button', { name: 'Logged in as' }).click();
      await page.getByRole('button', { name: 'Choose websites' }).click();
    },
  },
  { name: 'invitation', path: '/people', open: openInvitation },
  { name: 'people', path: '/people' },
  { name: 'invitation-expired', path: '/invitation#expired' },
  {
    name: 'people-invite',
    path: '/people',
    open: (page) => page.getByRole('button', { name: 'Invite person' }).click(),
  },
  { name: 'not-found', path: '/websites/1/nothing' },
];
