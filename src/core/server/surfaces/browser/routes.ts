// The collector for browsers: pages of any origin may call it (CORS), without cookies. Which origins count is decided by the
// key, with a 403. The page may read that response, too, so that its developer sees what is wrong.

import { collectBrowserEvents } from '../../../intake/collector/collect-browser-events.ts';
import { CONTACT_PATH_END, collectContact } from '../../../manage/contacts/collect-contact.ts';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { allowAllOrigins } from '../http/cors.ts';
import type { HttpServer } from '../http/server.ts';
import { addActionAt } from '../rest/routes.ts';

interface BrowserCollectorOptions {
  readonly browserCollectPath: string;
  readonly baseUrl: string;
}

export function addBrowserCollector(
  server: HttpServer,
  dispatcher: Dispatcher,
  { browserCollectPath: path, baseUrl }: BrowserCollectorOptions,
): void {
  server.register(async (scope) => {
    const contactPath = path + CONTACT_PATH_END;
    allowAllOrigins(scope, { paths: [path, contactPath], methods: ['POST'], headers: ['Content-Type'] });
    addActionAt(path, scope, collectBrowserEvents, dispatcher, baseUrl);
    addActionAt(contactPath, scope, collectContact, dispatcher, baseUrl);
  });
}
