// The language in which numbers and dates are written. The texts are English.

let locale = 'en-US';

export function setLocale(tag: string): void {
  // A host may send a tag that the browser does not know.
  if (Intl.NumberFormat.supportedLocalesOf([tag]).length > 0) locale = tag;
}

/** A format that is created when it is first needed, and again when the locale has changed. */
export function inLocale<Format>(create: (locale: string) => Format): () => Format {
  let created: { readonly locale: string; readonly format: Format } | undefined;
  return () => {
    if (created?.locale !== locale) created = { locale, format: create(locale) };
    return created.format;
  };
}
