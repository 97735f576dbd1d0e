// Renders descriptions as HTML: paragraphs, and `code` between backticks. They use no other Markdown.
import { type Html, html } from '../../html.ts';

export function prose(text: string | undefined): Html {
  const paragraphs = (text ?? '').split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return html`${paragraphs}`;
}

export function inline(text: string | undefined): Html {
  const segments = (text ?? '').split('`');
  return html`${segments.map((segment, index) => (index % 2 === 1 ? html`<code>${segment}</code>` : segment))}`;
}
