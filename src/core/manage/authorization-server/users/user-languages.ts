// The language that a user chose, and that of the browser in which they last logged in.
// Why: docs/decisions/logins.md, "A page has its reader's language, a mail that of its recipient".
import type { Language } from '../../../../../languages/language.ts';
import { knownLanguage, MAIL_LANGUAGE } from '../../../contract/access/mail-language.ts';
import type { Queries } from '../../../foundation/database/database.ts';

/** null: as the browser. */
export async function chosenLanguage(database: Pick<Queries, 'query'>, userId: number): Promise<Language | null> {
  const [user] = await database.query<{ language: string | null }>('SELECT language FROM users WHERE id = $1', [
    userId,
  ]);
  return knownLanguage(user?.language) ?? null;
}

export async function storeLanguage(tx: Queries, userId: number, language: Language | null): Promise<void> {
  await tx.query('UPDATE users SET language = $2 WHERE id = $1', [userId, language]);
}

export async function storeBrowserLanguage(tx: Queries, userId: number, language: Language): Promise<void> {
  await tx.query(
    'UPDATE users SET browser_language = $2 WHERE id = $1 AND (browser_language IS NULL OR browser_language <> $2)',
    [userId, language],
  );
}

/** The language of mails to the user. undefined: it is not known, or nobody has this email address. */
export async function mailLanguage(database: Pick<Queries, 'query'>, email: string): Promise<Language | undefined> {
  const [user] = await database.query<{ language: string | null }>(
    `SELECT ${MAIL_LANGUAGE} AS language FROM users WHERE email = $1`,
    [email],
  );
  return knownLanguage(user?.language);
}
