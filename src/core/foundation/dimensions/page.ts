// The page that an event happened on, as a path such as `/shoes/red`.
import { cleanText } from './clean-text.ts';

const PAGE_LENGTH_MAX = 200;
const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const QUERY_OR_FRAGMENT = /[?#].*$/s;
/** An escaped character takes up to 12 characters of a URL. */
const URL_LENGTH_MAX = 4_000;

/** Takes a URL or a path. Drops query and fragment, which may say who the visitor is. undefined: it is empty. */
export function pathOf(urlOrPath: string): string | undefined {
  const given = urlOrPath.trim().slice(0, URL_LENGTH_MAX);
  if (given === '') return undefined;
  const path = given.replace(SCHEME_AND_HOST, '').replace(QUERY_OR_FRAGMENT, '');
  return cleanText(readable(path.startsWith('/') ? path : `/${path}`), PAGE_LENGTH_MAX);
}

/** Browsers escape the characters of other alphabets, servers may not. It is the same page. */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
