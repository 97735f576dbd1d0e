// English texts that a page in another language must not have.
import type { Language } from '../../languages/language.ts';
import type { Texts } from '../../languages/translate.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';

/** Shorter ones may be names. */
const LENGTH_MIN = 4;
/** Is called so in every language. */
const PRODUCT = 'Funnel';

async function textsOf(language: Language): Promise<readonly string[]> {
  const { default: texts } = (await import(`../../languages/${language}/index.ts`)) as { readonly default: Texts };
  return Object.values(texts).flatMap((area) => Object.values<string>(area));
}

/** Those without values that no text of the language is equal to, and nothing on the websites is called. */
export async function foreignTexts(database: Pick<Database, 'query'>, language: Language): Promise<string[]> {
  const own = new Set([...(await textsOf(language)), PRODUCT]);
  const names = await database.query<{ name: string | null }>(
    'SELECT name FROM saved_records UNION SELECT name FROM campaigns UNION SELECT name FROM variants',
  );
  for (const { name } of names) own.add(name ?? '');
  const english = await textsOf('en');
  return [...new Set(english)].filter((text) => text.length >= LENGTH_MIN && !/[{<]/.test(text) && !own.has(text));
}
