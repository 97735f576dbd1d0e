// Words for what the API names by codes.

const CTA_TYPES: Readonly<Record<string, string>> = {
  overlay: 'Popup',
  bar: 'Bar',
  embed: 'Embedded form',
  quiz: 'Quiz',
  landing_page: 'Landing page',
};

const ELEMENT_TYPES: Readonly<Record<string, string>> = {
  form: 'Form',
  quiz_question: 'Quiz question',
  product_picker: 'Product picker',
  button: 'Button',
};

export function ctaTypeName(code: string): string {
  return CTA_TYPES[code] ?? spelledOut(code);
}

export function elementTypeName(code: string): string {
  return ELEMENT_TYPES[code] ?? spelledOut(code);
}

export function variantName({ name, variation }: { readonly name: string | null; readonly variation: string }): string {
  return name === null || name === '' ? `Variant ${variation}` : name;
}

/** `heard_from` becomes `Heard from`. */
export function spelledOut(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? code : words.charAt(0).toUpperCase() + words.slice(1);
}
