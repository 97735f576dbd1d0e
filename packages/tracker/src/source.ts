// Where a visit came from: the tags of the link, and the host of the page that it stood on.
import type { Fields } from './subject.ts';

/** The source that this page sees. A page of the same website is nowhere. */
export function sourceOfPage(): Fields {
  const host = document.referrer.split('/')[2];
  const source: Fields = { referrer: host && host !== location.host ? host : '' };
  const parameters = new URLSearchParams(location.search);
  for (const name of ['source', 'medium', 'campaign']) {
    const tag = `utm_${name}`;
    source[tag] = parameters.get(tag)?.slice(0, 200);
  }
  return source;
}

export function isFromElsewhere(source: Fields): unknown {
  return Object.values(source).join('');
}
