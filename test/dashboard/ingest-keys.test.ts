import { describe, expect, it } from 'vitest';
import { keyName, parseOrigins, trackerSnippet } from '../../dashboard/src/format/ingest-keys.ts';

describe('an ingest key', () => {
  it('has a name, or else its number', () => {
    expect(keyName({ id: 7, name: 'Shop' })).toBe('Shop');
    expect(keyName({ id: 7, name: null })).toBe('Key 7');
  });

  it('comes with a line for every page, which counts the views of pages, too', () => {
    expect(trackerSnippet('https://funnel.example/t.js', 'fpk_abc')).toBe(
      '<script defer src="https://funnel.example/t.js" data-key="fpk_abc" data-pages></script>',
    );
  });

  it.each([
    ['', []],
    [' \n ', []],
    ['https://a.example', ['https://a.example']],
    ['https://a.example\nhttps://b.example\n', ['https://a.example', 'https://b.example']],
    [
      'https://a.example, https://b.example\r\n\r\n*.c.example',
      ['https://a.example', 'https://b.example', '*.c.example'],
    ],
  ])('takes its origins from %j', (text, origins) => {
    expect(parseOrigins(text)).toEqual(origins);
  });
});
