// Unsubscribing by the link of an email, without a login. Opening the link only shows a page, because programs open links to
// check them. A POST unsubscribes: that of the page, or the one-click of a mail program (RFC 8058). All answers are the same
// whether or not there is such a subscription, so a stranger learns nothing.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '../../../../languages/translate.ts';
import { html } from '../../../foundation/pages/html.ts';
import { type Page, pageHeaders, renderPage } from '../../../foundation/pages/page-layout.ts';
import { textsForBrowser } from '../../../foundation/text/translators.ts';
import { UNSUBSCRIBE_PATH } from '../../../outreach/notifications/delivery-of.ts';
import type { Notifications } from '../../../outreach/notifications/settings/notifications.ts';
import type { HttpServer } from '../http/server.ts';

/** Mail programs send `List-Unsubscribe=One-Click`. */
const BODY_BYTES_MAX = 4 * 1024;

function questionPage(t: Translate): Page {
  return {
    language: t.language,
    title: t('pages.unsubscribe'),
    content: html`<h1>${t('pages.unsubscribe')}</h1>
<p>${t('pages.stopEmails')}</p>
<form method="post"><div class="actions"><button class="main">${t('pages.unsubscribe')}</button></div></form>`,
  };
}

function donePage(t: Translate): Page {
  const title = t('pages.unsubscribed');
  return {
    language: t.language,
    title,
    content: html`<h1>${title}</h1>
<p>${t('pages.unsubscribedText')}</p>`,
  };
}

export function addUnsubscribe(server: HttpServer, notifications: Pick<Notifications, 'unsubscribe'>): void {
  server.register(async (scope) => {
    // Whatever is in the body, and in whatever format: the token is in the URL.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, async () => undefined);
    const path = `${UNSUBSCRIBE_PATH}/:token`;
    scope.get(path, async (request, reply) => sendPage(request, reply, questionPage));
    scope.post(path, async (request, reply) => {
      const { token } = request.params as { token: string };
      await notifications.unsubscribe(token);
      return sendPage(request, reply, donePage);
    });
  });
}

/** The URL is a secret: no other page may learn it from a link. */
function sendPage(request: FastifyRequest, reply: FastifyReply, pageIn: (t: Translate) => Page): FastifyReply {
  const page = pageIn(textsForBrowser(request.headers['accept-language']));
  return reply.headers({ ...pageHeaders(page), 'referrer-policy': 'no-referrer' }).send(renderPage(page));
}
