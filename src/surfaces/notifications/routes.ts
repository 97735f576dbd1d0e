// Unsubscribing by the link of an email, without a login. Opening the link only shows a page, because programs open links to
// check them. A POST unsubscribes: that of the page, or the one-click of a mail program (RFC 8058). All answers are the same
// whether or not there is such a subscription, so a stranger learns nothing.
import type { FastifyReply } from 'fastify';
import { UNSUBSCRIBE_PATH } from '../../notifications/delivery-of.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import { html } from '../../pages/html.ts';
import { type Page, pageHeaders, renderPage } from '../../pages/page-layout.ts';
import type { HttpServer } from '../http/server.ts';

/** Mail programs send `List-Unsubscribe=One-Click`. */
const BODY_BYTES_MAX = 4 * 1024;

const QUESTION: Page = {
  title: 'Unsubscribe',
  content: html`<h1>Unsubscribe</h1>
<p>Stop the emails of this subscription? Your other subscriptions stay as they are.</p>
<form method="post"><div class="actions"><button class="main">Unsubscribe</button></div></form>`,
};

const DONE: Page = {
  title: 'Unsubscribed',
  content: html`<h1>Unsubscribed</h1>
<p>You will get no more emails from this subscription. You can subscribe again in the dashboard, on the Notifications page of the website.</p>`,
};

export function addUnsubscribe(server: HttpServer, notifications: Pick<Notifications, 'unsubscribe'>): void {
  server.register(async (scope) => {
    // Whatever is in the body, and in whatever format: the token is in the URL.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, async () => undefined);
    const path = `${UNSUBSCRIBE_PATH}/:token`;
    scope.get(path, async (_request, reply) => sendPage(reply, QUESTION));
    scope.post(path, async (request, reply) => {
      const { token } = request.params as { token: string };
      await notifications.unsubscribe(token);
      return sendPage(reply, DONE);
    });
  });
}

/** The URL is a secret: no other page may learn it from a link. */
function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers({ ...pageHeaders(page), 'referrer-policy': 'no-referrer' }).send(renderPage(page));
}
