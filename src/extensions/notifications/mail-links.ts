// The pages that links in emails open, without a login: unsubscribing, and confirming that somebody wants a report. Opening a link only
// shows a page, because programs open links to check them. A POST does it: that of the page, or the one-click of a mail program (RFC 8058).
// Answers about links that never existed, were used or have expired are the same, so a stranger learns nothing.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../languages/language.ts';
import type { Translate } from '../../../languages/translate.ts';
import { type Html, html, strong } from '../../core/foundation/pages/html.ts';
import { type Page, pageHeaders, renderPage } from '../../core/foundation/pages/page-layout.ts';
import { textsForBrowser, textsIn } from '../../core/foundation/text/translators.ts';
import type { HttpServer } from '../../core/server/surfaces/http/server.ts';
import type { LinkedRecipient } from './recipients/recipient-links.ts';
import type { Recipients } from './recipients/recipients.ts';
import type { Notifications } from './settings/notifications.ts';
import { CONFIRM_PATH, RECIPIENT_UNSUBSCRIBE_PATH, UNSUBSCRIBE_PATH } from './subscriptions/mail-paths.ts';
import { unitOf } from './subscriptions/schedule.ts';

/** Mail programs send `List-Unsubscribe=One-Click`. */
const BODY_BYTES_MAX = 4 * 1024;

interface MailLinkServices {
  readonly notifications: Pick<Notifications, 'unsubscribe'>;
  readonly recipients: Pick<Recipients, 'asked' | 'confirm' | 'unsubscribe'>;
}

export function addMailLinks(server: HttpServer, { notifications, recipients }: MailLinkServices): void {
  server.register(async (scope) => {
    // Whatever is in the body, and in whatever format: the token is in the URL.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
      async (_request: FastifyRequest, body: string) => body,
    );
    addUnsubscribe(scope, UNSUBSCRIBE_PATH, notifications, {
      question: 'pages.stopEmails',
      done: 'pages.unsubscribedText',
    });
    addUnsubscribe(scope, RECIPIENT_UNSUBSCRIBE_PATH, recipients, {
      question: 'pages.stopReport',
      done: 'pages.stoppedReport',
    });
    addConfirm(scope, recipients);
  });
}

interface UnsubscribeTexts {
  readonly question: 'pages.stopEmails' | 'pages.stopReport';
  readonly done: 'pages.unsubscribedText' | 'pages.stoppedReport';
}

function addUnsubscribe(
  scope: Pick<HttpServer, 'get' | 'post'>,
  path: string,
  from: { unsubscribe(token: string): Promise<void> },
  { question, done }: UnsubscribeTexts,
): void {
  scope.get(`${path}/:token`, async (request, reply) => {
    const t = browserTexts(request);
    const content = html`<p>${t(question)}</p>
<form method="post"><div class="actions"><button class="main">${t('pages.unsubscribe')}</button></div></form>`;
    return sendPage(reply, pageOf(t, t('pages.unsubscribe'), content));
  });
  scope.post(`${path}/:token`, async (request, reply) => {
    await from.unsubscribe(tokenOf(request));
    const t = browserTexts(request);
    return sendPage(reply, pageOf(t, t('pages.unsubscribed'), html`<p>${t(done)}</p>`));
  });
}

function addConfirm(
  scope: Pick<HttpServer, 'get' | 'post'>,
  recipients: Pick<MailLinkServices['recipients'], 'asked' | 'confirm'>,
): void {
  const path = `${CONFIRM_PATH}/:token`;
  scope.get(path, async (request, reply) => {
    const asked = await recipients.asked(tokenOf(request));
    return asked ? sendPage(reply, confirmPage(asked)) : sendNotValid(request, reply);
  });
  scope.post(path, async (request, reply) => {
    const language = new URLSearchParams(String(request.body ?? '')).get('language');
    const confirmed = await recipients.confirm(tokenOf(request), isLanguage(language) ? language : undefined);
    if (!confirmed) return sendNotValid(request, reply);
    const t = textsIn(confirmed.language);
    return sendPage(reply, pageOf(t, t('pages.confirmed'), html`<p>${t('pages.confirmedText')}</p>`));
  });
}

/** Is in the language of the mail that led here. */
function confirmPage({ language, email, sender, websiteName, sentOn }: LinkedRecipient): Page {
  const t = textsIn(language);
  const values = { person: sender, unit: unitOf(sentOn), website: websiteName, email, strong };
  const options = LANGUAGES.map(
    (each) => html`<option value="${each}"${each === language && html` selected`}>${LANGUAGE_NAMES[each]}</option>`,
  );
  const content = html`<p>${t.parts<Html, 'pages.confirmText'>('pages.confirmText', values)}</p>
<form method="post"><label for="language">${t('pages.languageOfReport')}</label>
<select id="language" name="language">${options}</select>
<div class="actions"><button class="main">${t('pages.confirmButton')}</button></div></form>
<p class="below soft">${t('pages.confirmIgnore')}</p>`;
  return pageOf(t, t('pages.confirmTitle'), content);
}

function sendNotValid(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = browserTexts(request);
  return sendPage(reply.code(404), pageOf(t, t('pages.linkNotValid'), html`<p>${t('pages.linkNotValidText')}</p>`));
}

function pageOf(t: Translate, title: string, content: Html): Page {
  return { language: t.language, title, content: html`<h1>${title}</h1>\n${content}` };
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

function browserTexts(request: FastifyRequest): Translate {
  return textsForBrowser(request.headers['accept-language']);
}

/** The URL is a secret: no other page may learn it from a link. */
function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers({ ...pageHeaders(page), 'referrer-policy': 'no-referrer' }).send(renderPage(page));
}
