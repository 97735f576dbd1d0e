// The email of a notification: HTML that works without images, remote content and style sheets, and the same as plain text. Programs that
// read style sheets show it dark where the reader prefers that.
// Why: docs/decisions/notifications.md, "One content, three renderings, made when stored".
import type { Translate } from '../../../../languages/translate.ts';
import { Html, html } from '../../../core/foundation/pages/html.ts';
import { shortened } from '../../../core/foundation/text/shortened.ts';
import type { Content, LinkTo } from './notification.ts';

export interface MailContent extends Omit<Content, 'action'> {
  /** Stands after the figures. */
  readonly body?: { readonly html: Html; readonly text: string };
  /** null: the reader has no login, so there is nothing to open. */
  readonly action: LinkTo | null;
}

export interface MailFooter {
  /** Why the reader gets it. */
  readonly reason: string;
  /** Left out: the reader has no login. */
  readonly settingsUrl?: string;
  /** Left out: there is nothing to unsubscribe from. */
  readonly unsubscribeUrl?: string;
}

interface MailFrame {
  /** null: the service's own. */
  readonly senderName: string | null;
  /** Whether the logo is shown, as cid:logo, which the mail attaches. */
  readonly hasLogo: boolean;
  readonly footer: MailFooter;
}

interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LOGO_CID = 'logo';
/** The name of an account that has chosen none of its own. */
export const SERVICE_NAME = 'Funnel';
/** Most programs cut off longer subjects. */
const SUBJECT_LENGTH_MAX = 200;

/** `t`: the texts that the content was written with. */
export function renderMail(content: MailContent, frame: MailFrame, t: Translate): RenderedMail {
  return {
    subject: shortened(content.subject, SUBJECT_LENGTH_MAX),
    text: plainText(content, frame, t),
    html: page(content, frame, t).text,
  };
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** More would not fit on a phone. */
const FIGURES_PER_ROW = 2;
const SOFT = 'color:#565c70;font-size:14px;line-height:20px';
const LINK = 'color:#3d4ed8';
/**
 * By the classes of elements, whose own styles are the light ones: soft is less important text, box and card have an edge, line is a line,
 * now and before are parts of a chart. The colors are those of the dashboard.
 */
const DARK = `body{background:#101216!important;color:#eceef2!important}
.card{background:#181b21!important;border-color:#2b3039!important}
.soft{color:#a3aab7!important}.link{color:#93a7ff!important}.button{background:#93a7ff!important;color:#10131f!important}
.logo{padding:4px!important;background:#ffffff!important;border-radius:6px!important}
.box{background:#22262e!important}.line{border-color:#434a57!important}
.now{background:#93a7ff!important;color:#93a7ff!important}.before{background:#3d4878!important;color:#3d4878!important}`;

function page(content: MailContent, frame: MailFrame, t: Translate): Html {
  return html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${content.subject}</title>
<style>@media (prefers-color-scheme: dark) { ${new Html(DARK)} }</style>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f8;color:#1a1d29;${FONT}">
<div class="card" style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #d5d8e2;border-radius:12px">
${brand(frame)}
<h1 style="margin:0 0 8px;font-size:22px;line-height:28px">${content.heading}</h1>
<p style="margin:0 0 20px;font-size:16px;line-height:24px">${content.text}</p>
${content.figures.length > 0 && figures(content, t)}
${content.body?.html}
${content.items.length > 0 && items(content.items)}
${content.action !== null && button(content.action)}
</div>
${footer(frame.footer, t)}
</body>
</html>
`;
}

function brand({ senderName, hasLogo }: MailFrame): Html {
  const name = senderName ?? SERVICE_NAME;
  const style = 'margin:0 0 20px;font-size:16px;line-height:24px;font-weight:600';
  if (!hasLogo) return html`<p style="${style}">${name}</p>`;
  const size = 'height:40px;max-width:240px;border:0';
  return html`<p style="${style}"><img class="logo" src="cid:${LOGO_CID}" alt="${name}" height="40" style="${size}"></p>`;
}

function figures({ figures: list, period = 'week' }: MailContent, t: Translate): Html {
  const cellOf = ({ label, value, change, isNoise }: Content['figures'][number]) => {
    const compared =
      change === null ? t('mails.noEarlierPeriod', { period }) : sinceBefore({ change, isNoise }, period, t);
    return html`<td style="padding:0 32px 12px 0;vertical-align:top">
<div class="soft" style="${SOFT}">${label}</div>
<div style="font-size:24px;line-height:32px;font-weight:600">${value}</div>
<div class="soft" style="${SOFT}">${compared}</div>
</td>`;
  };
  const rows = Array.from({ length: Math.ceil(list.length / FIGURES_PER_ROW) }, (_, row) => {
    const cells = list.slice(row * FIGURES_PER_ROW, (row + 1) * FIGURES_PER_ROW).map(cellOf);
    return html`<tr>${cells}</tr>`;
  });
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 8px;border-collapse:collapse">${rows}</table>`;
}

function items(list: Content['items']): Html {
  const entries = list.map(
    ({ text, links }) =>
      html`<li style="margin:0 0 14px;font-size:16px;line-height:24px">${text}${links.map(link)}</li>
`,
  );
  return html`<ol style="margin:0;padding:0 0 0 22px">
${entries}</ol>`;
}

function link({ label, url }: LinkTo): Html {
  return html` <a class="link" href="${url}" style="${LINK}">${label}</a>`;
}

function button({ label, url }: LinkTo): Html {
  const style =
    'display:inline-block;padding:12px 18px;border-radius:8px;background:#3d4ed8;color:#ffffff;font-weight:600;text-decoration:none';
  return html`<p style="margin:24px 0 0"><a class="button" href="${url}" style="${style}">${label}</a></p>`;
}

function footer({ reason, settingsUrl, unsubscribeUrl }: MailFooter, t: Translate): Html {
  return html`<p class="soft" style="max-width:560px;margin:16px auto 0;padding:0 24px;${SOFT}">${reason}
${unsubscribeUrl !== undefined && footerLinks(settingsUrl, unsubscribeUrl, t)}</p>`;
}

function footerLinks(settingsUrl: string | undefined, unsubscribeUrl: string, t: Translate): Html | (Html | string)[] {
  const linkTo = (url: string) => (content: (string | Html)[]) =>
    html`<a class="link" href="${url}" style="${LINK}">${content}</a>`;
  const unsubscribe = linkTo(unsubscribeUrl);
  if (settingsUrl === undefined) return unsubscribe([t('pages.unsubscribe')]);
  return t.parts<Html, 'mails.withUnsubscribe'>('mails.withUnsubscribe', {
    settings: linkTo(settingsUrl),
    unsubscribe,
  });
}

function plainText(content: MailContent, { senderName, footer: { reason, ...urls } }: MailFrame, t: Translate): string {
  const blocks = [
    senderName ?? SERVICE_NAME,
    `${content.heading}\n${content.text}`,
    ...(content.figures.length > 0 ? [figureLines(content, t).join('\n')] : []),
    ...(content.body?.text ? [content.body.text] : []),
    ...content.items.map(({ text, links }, index) =>
      [`${index + 1}. ${text}`, ...links.map(({ label, url }) => `   ${label}: ${url}`)].join('\n'),
    ),
    ...(content.action === null ? [] : [`${content.action.label}: ${content.action.url}`]),
    [
      '--',
      reason,
      ...(urls.settingsUrl === undefined ? [] : [`${t('mails.changeSubscription')}: ${urls.settingsUrl}`]),
      ...(urls.unsubscribeUrl === undefined ? [] : [`${t('pages.unsubscribe')}: ${urls.unsubscribeUrl}`]),
    ].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

export function figureLines(
  { figures: list, period = 'week' }: Pick<Content, 'figures' | 'period'>,
  t: Translate,
): string[] {
  return list.map(
    ({ label, value, change, isNoise }) =>
      `${label}: ${value}${change === null ? '' : ` (${sinceBefore({ change, isNoise }, period, t)})`}`,
  );
}

function sinceBefore(
  { change, isNoise }: { readonly change: string; readonly isNoise?: boolean | undefined },
  period: NonNullable<Content['period']>,
  t: Translate,
): string {
  return t(isNoise ? 'mails.noiseSinceBefore' : 'mails.sinceBefore', { change, period });
}
