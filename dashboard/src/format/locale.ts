// The language in which numbers and dates are written, and that of names that the browser knows. The texts are English.

let locale = 'en-US';
/** Of the host that shows the page. undefined: it is the browser. */
let hostLanguage: string | undefined;

export function setLocale(tag: string): void {
  // A host may send a tag that the browser does not know.
  if (Intl.NumberFormat.supportedLocalesOf([tag]).length === 0) return;
  locale = tag;
  hostLanguage = tag;
}

/** A format that is created when it is first needed, and again when the locale has changed. */
export function inLocale<Format>(create: (locale: string) => Format): () => Format {
  let created: { readonly locale: string; readonly format: Format } | undefined;
  return () => {
    if (created?.locale !== locale) created = { locale, format: create(locale) };
    return created.format;
  };
}

/** For names that the browser knows in many languages. Unlike `inLocale`, it follows the browser. */
export function inReadersLanguage<Format>(create: (languages: readonly string[]) => Format): () => Format {
  let created: { readonly key: string; readonly format: Format } | undefined;
  return () => {
    const languages = hostLanguage === undefined ? navigator.languages : [hostLanguage];
    const key = languages.join();
    if (created?.key !== key) created = { key, format: create(languages) };
    return created.format;
  };
}
