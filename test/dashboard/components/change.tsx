import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Change } from '../../../dashboard/src/components/change.tsx';

describe('Change', () => {
  afterEach(cleanup);

  it.each([
    [12.34, 5, '↑ +12.3%'],
    [-0.06, 5, '↓ \u22120.1%'],
    [0.04, 5, '→ 0.0%'],
    [null, 5, 'new'],
    [null, 0, '–'],
    [undefined, 5, ''],
  ])('shows a change of %s percent to %s as "%s"', (change, value, text) => {
    expect(render(<Change change={change} value={value} />).container.textContent).toBe(text);
  });

  it('is gray with another sign if random variation explains it', () => {
    const text = (change: number | null) => {
      const { container } = render(<Change change={change} value={5} isNews={false} />);
      return [container.textContent, container.querySelector('[title]')?.getAttribute('title')];
    };
    expect(text(12.34)).toEqual(['~ +12.3% · noise', expect.stringContaining('Random variation explains')]);
    expect(text(null)).toEqual(['new', expect.stringContaining('Random variation explains')]);
    // No change needs no explanation.
    expect(text(0.04)[0]).toBe('→ 0.0%');
  });

  it('has an arrow that agrees with the number next to it', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e4, max: 1e4, noNaN: true }), (change) => {
        const text = render(<Change change={change} value={1} />).container.textContent ?? '';
        cleanup();
        const number = Number(
          text
            .slice(1)
            .replaceAll(/[%,+\s]/g, '')
            .replace('\u2212', '-'),
        );
        expect(text[0]).toBe(number > 0 ? '↑' : number < 0 ? '↓' : '→');
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});
