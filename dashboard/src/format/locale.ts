// The language and region in which numbers and dates are written, such as de-AT, and the language of names that the browser knows.

let locale = 'en-US';
/** undefined: that of the browser. */
let namesLanguage: string | undefined;

interface LocaleOptions {
  /** Set if names follow the browser, which may know the reader's language where we do not. */
  readonly namesFollowBrowser?: boolean;
}

export function setLocale(tag: string, { namesFollowBrowser = false }: LocaleOptions = {}): void {
  // A host may send a tag that the browser does not know.
  if (Intl.NumberFormat.supportedLocalesOf([tag]).length === 0) return;
  locale = tag;
  namesLanguage = namesFollowBrowser ? undefined : tag;
}

/** A format that is created when it is first needed, and again when the locale has changed. */
export function inLocale<Format>(create: (locale: string) => Format): () => Format {
  let created: { readonly locale: string; readonly format: Format } | undefined;
  return () => {
    if (created?.locale !== locale) created = { locale, format: create(locale) };
    return created.format;
  };
}

/** Formats names that the browser knows in many languages, such as those of countries. */
export function inReadersLanguage<Format>(create: (languages: readonly string[]) => Format): () => Format {
  let created: { readonly key: string; readonly format: Format } | undefined;
  return () => {
    const languages = namesLanguage === undefined ? navigator.languages : [namesLanguage];
    const key = languages.join();
    if (created?.key !== key) created = { key, format: create(languages) };
    return created.format;
  };
}
