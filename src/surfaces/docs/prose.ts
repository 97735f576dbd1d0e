// Descriptions as HTML: paragraphs, and `code` between backticks. They use no more of Markdown than that.
import { type Html, html } from '../../html.ts';

export function prose(text: string | undefined): Html {
  const paragraphs = (text ?? '').split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return html`${paragraphs}`;
}

export function inline(text: string | undefined): Html {
  const pieces = (text ?? '').split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
