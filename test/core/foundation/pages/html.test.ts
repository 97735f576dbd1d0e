import { describe, expect, it } from 'vitest';
import { html } from '../../../../src/core/foundation/pages/html.ts';

describe('html', () => {
  it('escapes everything that is not HTML already', () => {
    const evil = `<img src=x onerror="alert('&')">`;
    const escaped = '&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;';
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`<ul>${['<', '>'].map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe(
      '<ul><li>&lt;</li><li>&gt;</li></ul>',
    );
    expect(html`${undefined}${false}${0}`.text).toBe('0');
    expect(html`${['<', [html`<br>`, false]]}`.text).toBe('&lt;<br>');
  });
});
