// The language of mails to a user: the one that they chose, or else that of the browser in which they last logged in.
import { isLanguage, type Language } from '../../../../languages/language.ts';

/** SQL, for a row of `users`. */
export const MAIL_LANGUAGE = 'COALESCE(users.language, users.browser_language)';

/** What is stored as a language. undefined: it is not known, or a newer version has stored one that this version does not have. */
export function knownLanguage(stored: string | null | undefined): Language | undefined {
  return isLanguage(stored) ? stored : undefined;
}
