// HTML from template strings. Every value is escaped unless it is already HTML.

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | false | undefined | readonly Value[];

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(textOf)));
}

function textOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Is passed to texts that have this tag: `t.parts('pages.sentTo', { host, strong })`. */
export function strong(content: readonly Value[]): Html {
  return html`<strong>${content}</strong>`;
}

export function link(url: string): (content: readonly Value[]) => Html {
  return (content) => html`<a href="${url}">${content}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
