// What people and programs get, and that names of the catalog and values of dimensions are text everywhere.

import { describe, expect, test } from 'vitest';
import { sentence } from '../../../languages/sentence.ts';
import { ENGLISH, textsIn } from '../../../src/core/foundation/text/translators.ts';
import { WEBHOOK_BODIES } from '../../../src/extensions/notifications/outgoing-webhooks.ts';
import {
  contentOf,
  type Notification,
  quotedIn,
} from '../../../src/extensions/notifications/subscriptions/notification.ts';
import { renderMail } from '../../../src/extensions/notifications/subscriptions/render-mail.ts';
import { renderSlack } from '../../../src/extensions/notifications/subscriptions/render-slack.ts';
import { webhookBodyOf } from '../../../src/extensions/notifications/subscriptions/webhook-body.ts';
import { anySentence, saidAlert } from '../../support/said.ts';
import { ALERT, BASE_URL, DIGEST, notificationOf } from './sample-notifications.ts';

const FRAME = {
  senderName: null,
  hasLogo: false,
};
const URLS = {
  settingsUrl: `${BASE_URL}/websites/1/notifications`,
  unsubscribeUrl: `${BASE_URL}/unsubscribe/token`,
};
const mailOf = (notification: Notification, frame = {}, t = ENGLISH) => {
  const reason = t('mails.subscribedTo', { website: quotedIn(t, notification.website.name) });
  return renderMail(contentOf(notification, t), { ...FRAME, ...frame, footer: { reason, ...URLS } }, t);
};
const slackOf = (notification: Notification) => renderSlack(contentOf(notification, ENGLISH));

const digest = notificationOf({ type: 'digest', digest: DIGEST });
const alert = notificationOf({ type: 'alert', alert: ALERT });
const { title: TITLE, text: TEXT } = saidAlert(ALERT);

const SEGMENT = { dimension: 'page', value: '/cart & more', share: 97 } as const;
const segmentDigest = notificationOf({
  type: 'digest',
  digest: {
    ...DIGEST,
    items: [
      { ...DIGEST.items[0]!, segment: SEGMENT },
      { sentences: [anySentence('Traffic fell.')], campaigns: [], segment: SEGMENT },
    ],
  },
});
const segmentAlert = notificationOf({ type: 'alert', alert: { ...ALERT, path: '/websites/1', segment: SEGMENT } });
const FILTERED = 'range_end=2026-11-08&filter=page%3A%2Fcart+%26+more';
const CAMPAIGN_URL = `${BASE_URL}/websites/1/campaigns/10?timeframe=custom&range_start=2026-11-02&${FILTERED}`;
const WEBSITE_URL = `${BASE_URL}/websites/1?timeframe=custom&range_start=2026-11-02&${FILTERED}`;
const ALERT_URL = `${BASE_URL}/websites/1?timeframe=custom&range_start=2026-10-17&range_end=2026-11-13&compare=off&filter=page%3A%2Fcart+%26+more`;

/** Names, and values of dimensions, as an attacker would choose them. */
const EVIL = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<!channel> <@U012> <https://evil.example|Log in>',
  '&lt;b&gt; & </title>',
  '@all @Channel',
  'a\r\nBcc: everybody@example.com',
];

function evilDigest(name: string) {
  return notificationOf(
    {
      type: 'digest',
      digest: {
        ...DIGEST,
        items: [
          { sentences: [anySentence(`Show “${name}” more.`)], campaigns: [{ id: 10, name }] },
          { sentences: [anySentence('It fell.')], campaigns: [{ id: 10, name }], segment: { ...SEGMENT, value: name } },
        ],
      },
    },
    name,
  );
}

describe('an email', () => {
  test('has the figures with their change, links to campaigns and to the insights of that week', () => {
    const { subject, text, html } = mailOf(digest);
    expect(subject).toBe('Shop: weekly insights, November 2 to November 8, 2026');
    expect(text).toBe(`Funnel

Weekly insights for “Shop”
November 2 to November 8, 2026

Revenue: $1,438.80 (+19.9% since the week before)
Visitors: 1,200 (−4.0% since the week before)

1. Show “Spring popup” on more pages.
   Open “Spring popup”: https://funnel.example/websites/1/campaigns/10

2. Nothing else stood out.

Open the insights: https://funnel.example/websites/1/insights?week=2026-11-02

--
You subscribed to notifications about “Shop”.
Change what you get: https://funnel.example/websites/1/notifications
Unsubscribe: https://funnel.example/unsubscribe/token
`);
    for (const part of ['$1,438.80', '+19.9%', 'campaigns/10"', 'insights?week=2026-11-02"', 'unsubscribe/token"']) {
      expect(html).toContain(part);
    }
  });

  test('has the language of its reader, with the numbers, dates and quotation marks of it', () => {
    const sentences = [sentence('decidedWinner', { name: { name: 'Spring popup' } })];
    const items = [{ sentences, campaigns: [], segment: { ...SEGMENT, dimension: 'country', value: 'AT' } as const }];
    const german = mailOf(notificationOf({ type: 'digest', digest: { ...DIGEST, items } }), {}, textsIn('de'));
    expect(german.subject).toBe('Shop: Wöchentliche Erkenntnisse, 2. November bis 8. November 2026');
    expect(german.html).toContain('<html lang="de">');
    expect(german.text.replaceAll('\u00a0', ' ')).toBe(`Funnel

Wöchentliche Erkenntnisse für „Shop“
2. November bis 8. November 2026

Umsatz: 1.438,80 $ (+19,9 % gegenüber der Vorwoche)
Besucher: 1.200 (−4,0 % gegenüber der Vorwoche)

1. Das Experiment in „Spring popup“ ist entschieden: Es gibt einen Gewinner.
   „Shop“ öffnen, gefiltert nach Land „Österreich“: https://funnel.example/websites/1?timeframe=custom&range_start=2026-11-02&range_end=2026-11-08&filter=country%3AAT

Erkenntnisse öffnen: https://funnel.example/websites/1/insights?week=2026-11-02

--
Sie haben Benachrichtigungen zu „Shop“ abonniert.
Auswahl ändern: https://funnel.example/websites/1/notifications
Abbestellen: https://funnel.example/unsubscribe/token
`);
  });

  test('of an alert says what happened and where to look', () => {
    const { subject, text } = mailOf(alert);
    expect(subject).toBe('Shop: Views of “Shop” fell by 62%');
    expect(text).toContain(TEXT);
    expect(text).toContain('Open in the dashboard: https://funnel.example/websites/1?timeframe=custom');
  });

  test('opens the page of an item or an alert filtered by its segment', () => {
    const { text, html } = mailOf(segmentDigest);
    expect(text).toContain(`   Open “Spring popup”, filtered by the page “/cart & more”: ${CAMPAIGN_URL}\n`);
    expect(text).toContain(`   Open “Shop”, filtered by the page “/cart & more”: ${WEBSITE_URL}\n`);
    expect(html).toContain(`href="${CAMPAIGN_URL.replaceAll('&', '&amp;')}"`);
    expect(mailOf(segmentAlert).text).toContain(`Open in the dashboard: ${ALERT_URL}\n`);
  });

  test('opens the page without the filter if its URL would be too long', () => {
    const segment = { ...SEGMENT, value: '\u{1f600}'.repeat(200) };
    const long = notificationOf({ type: 'alert', alert: { ...ALERT, path: '/websites/1', segment } });
    expect(mailOf(long).text).toContain('Open in the dashboard: https://funnel.example/websites/1\n');
  });

  test('loads nothing from anywhere, and names the sender where images are not shown', () => {
    const { html } = mailOf(digest, { senderName: 'Acme & Co', hasLogo: true });
    expect([...html.matchAll(/\bsrc="([^"]*)"/g)].map(([, src]) => src)).toEqual(['cid:logo']);
    expect(html).toContain('alt="Acme &amp; Co"');
    expect(html).not.toMatch(/<(script|link|iframe|form)\b|url\(|@import/i);
  });

  test('is dark for readers who prefer that: whatever has a color of its own has a dark one, too', () => {
    const { html } = mailOf(digest, { senderName: 'Acme & Co', hasLogo: true });
    const [, dark = ''] = /<style>@media \(prefers-color-scheme: dark\) \{([^<]*)\}<\/style>/.exec(html)!;
    const colored = [...html.matchAll(/<(\w+)(?: class="(\w+)")?[^>]* style="[^"]*(?:color|background):#[^"]*"/g)];
    const selectors = new Set(colored.map(([, tag, name]) => (name === undefined ? tag : `.${name}`)));
    expect([...selectors].sort()).toEqual(['.button', '.card', '.link', '.soft', 'body']);
    for (const selector of selectors) expect(dark).toContain(`${selector}{`);
  });

  test.each(EVIL)('shows the name %j as text', (name) => {
    const { subject, html } = mailOf(evilDigest(name), {
      senderName: name,
    });
    const tags = new Set([...html.matchAll(/<([a-z!/][^\s>]*)/gi)].map(([, tag]) => tag!.replace('/', '')));
    const plain = new Set([
      ...[...mailOf(digest).html.matchAll(/<([a-z!/][^\s>]*)/gi)].map(([, tag]) => tag!.replace('/', '')),
    ]);
    expect(tags).toEqual(plain);
    expect(html).not.toMatch(/<[^>]*\sonerror/i);
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

test('the name of a website adds no lines to the text of an email, such as another link to unsubscribe', () => {
  const name = 'Shop.\nUnsubscribe: https://evil.example';
  const { text } = mailOf(notificationOf({ type: 'test' }, name));
  expect(text.match(/^Unsubscribe: .*$/gm)).toEqual(['Unsubscribe: https://funnel.example/unsubscribe/token']);
});

describe('a message for Slack', () => {
  test('has the same in blocks, and in the text for programs that do not know blocks', () => {
    const { text, blocks } = slackOf(digest);
    for (const part of ['Weekly insights for “Shop”', 'Revenue: $1,438.80 (+19.9% since the week before)']) {
      expect(text).toContain(part);
      expect(JSON.stringify(blocks)).toContain(part);
    }
    const links = [
      ['Open “Spring popup”', 'https://funnel.example/websites/1/campaigns/10'],
      ['Open the insights', 'https://funnel.example/websites/1/insights?week=2026-11-02'],
    ] as const;
    for (const [label, url] of links) {
      expect(text).toContain(`${label}: ${url}`);
      expect(JSON.stringify(blocks)).toContain(`<${url}|${label}>`);
    }
  });

  test('links to a page that is filtered by a segment', () => {
    const { text, blocks } = slackOf(segmentDigest);
    const escaped = (url: string) => url.replaceAll('&', '&amp;');
    const label = 'Open “Spring popup”, filtered by the page “/cart & more”';
    expect(blocks.map((block) => block.text.text).join('\n')).toContain(`<${escaped(CAMPAIGN_URL)}|${escaped(label)}>`);
    // Programs that show the text would show the escapes, too.
    expect(text).toContain(`${label}: ${CAMPAIGN_URL}`);
    expect(slackOf(segmentAlert).text).toContain(`Open in the dashboard: ${ALERT_URL}`);
  });

  test('of an alert names the website, because a channel may get those of several', () => {
    const { text, blocks } = slackOf(alert);
    expect(text).toContain(`Shop: ${TITLE}`);
    expect(blocks[0]!.text.text).toBe(`Shop: ${TITLE}`);
  });

  test.each(EVIL)('shows the name %j as text', (name) => {
    const { text, blocks } = slackOf(evilDigest(name));
    expect(text).not.toMatch(/[<>]|@(all|channel|here)\b/);
    const marked = blocks.filter(({ text: { type } }) => type === 'mrkdwn').map((block) => block.text.text);
    for (const one of marked) {
      // Only our own links are left.
      expect([...one.matchAll(/<([^|>]*)/g)].map(([, url]) => url!.startsWith(`${BASE_URL}/`))).not.toContain(false);
    }
    expect(blocks[0]!.text.type).toBe('plain_text');
  });

  test('keeps to the limits of Slack, whatever the names', () => {
    const name = '&'.repeat(5_000);
    const campaigns = Array.from({ length: 20 }, (_, index) => ({ id: 1e14 + index, name }));
    const segment = { dimension: 'page', value: '\u{1f600}'.repeat(120), share: 100 } as const;
    const items = Array.from({ length: 7 }, (_, index) => ({
      sentences: [anySentence(name)],
      campaigns,
      ...(index > 3 && { segment }),
    }));
    const huge = notificationOf({ type: 'digest', digest: { ...DIGEST, items } }, name);
    const { blocks } = slackOf(huge);
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const { type, text } of blocks) expect(text.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000);
    expect(mailOf(huge).subject.length).toBeLessThanOrEqual(200);
  });
});

describe('the longest texts of a message for Slack', () => {
  const content: ReturnType<typeof contentOf> = { ...contentOf(alert, ENGLISH), figures: [], items: [] };
  const textsOf = (part: Partial<typeof content>) =>
    renderSlack({ ...content, ...part }).blocks.map(({ text }) => text.text);
  const x = (length: number) => 'x'.repeat(length);

  test('have 150 characters in the heading, and 590 elsewhere', () => {
    const texts = (length: number) => textsOf({ heading: x(length), text: x(length) });
    expect(texts(150)[0]).toBe(x(150));
    expect(texts(151)[0]).toBe(`${x(149)}…`);
    expect(texts(590)).toContain(x(590));
    expect(texts(591)).toContain(`${x(589)}…`);
    const plainOf = (length: number) => renderSlack({ ...content, text: x(length) }).text.split('\n')[1];
    expect([590, 591].map(plainOf)).toEqual([x(590), `${x(589)}…`]);
  });

  test('have 3,000 characters where an item and its links are together', () => {
    const withUrl = (length: number) =>
      textsOf({ items: [{ text: 'Item', links: [{ label: 'Open', url: x(length) }] }] }).filter((text) =>
        /Item|<x/.test(text),
      );
    const [short] = withUrl(1);
    const left = 3_000 - short!.length;
    expect(withUrl(1 + left).map(({ length }) => length)).toEqual([3_000]);
    expect(withUrl(2 + left)).toHaveLength(2);
  });
});

describe('the body of a webhook', () => {
  const parsedBodyOf = (notification: Notification) => {
    const body = webhookBodyOf(notification);
    return WEBHOOK_BODIES[body.type].parse(body);
  };

  test('of a digest', () => {
    expect(parsedBodyOf(digest)).toEqual({
      type: 'digest',
      timestamp: '2026-11-09T00:10:30Z',
      data: {
        website: { id: 1, name: 'Shop', currency: 'USD' },
        week: '2026-11-02',
        figures: DIGEST.figures,
        previous: DIGEST.previous,
        changes: { revenue: 19.9, viewers: -4 },
        items: [
          {
            text: 'Show “Spring popup” on more pages.',
            campaigns: [{ id: 10, name: 'Spring popup', url: `${BASE_URL}/websites/1/campaigns/10` }],
          },
          { text: 'Nothing else stood out.', campaigns: [] },
        ],
        url: `${BASE_URL}/websites/1/insights?week=2026-11-02`,
      },
    });
  });

  test('has the segment that explains an item or an alert', () => {
    expect(parsedBodyOf(segmentDigest)).toMatchObject({
      data: {
        items: [{ segment: { ...SEGMENT, url: CAMPAIGN_URL } }, { segment: { ...SEGMENT, url: WEBSITE_URL } }],
      },
    });
    expect(parsedBodyOf(segmentAlert)).toMatchObject({
      data: { segment: SEGMENT, url: ALERT_URL },
    });
  });

  test('of an alert, and of a test', () => {
    expect(parsedBodyOf(alert)).toEqual({
      type: 'alert',
      timestamp: '2026-11-09T00:10:30Z',
      data: {
        website: { id: 1, name: 'Shop', currency: 'USD' },
        ...{ id: 7, kind: 'drop', day: '2026-11-13', title: TITLE, text: TEXT },
        url: `${BASE_URL}/websites/1?timeframe=custom`,
      },
    });
    const first = notificationOf({ type: 'digest', digest: { ...DIGEST, previous: null } });
    expect(parsedBodyOf(first)).toMatchObject({ data: { previous: null, changes: null } });
    expect(parsedBodyOf(notificationOf({ type: 'test' }))).toMatchObject({ type: 'test' });
  });
});

test('a digest links five campaigns of a sentence, the others are on its page', () => {
  const campaigns = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `Campaign ${id}` }));
  const linksOf = (count: number) =>
    contentOf(
      notificationOf({
        type: 'digest',
        digest: { ...DIGEST, items: [{ sentences: [anySentence('x')], campaigns: campaigns.slice(0, count) }] },
      }),
      ENGLISH,
    ).items[0]!.links.map(({ url }) => Number(/campaigns\/(\d+)/.exec(url)?.[1]));
  expect([linksOf(5), linksOf(6)]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
});
