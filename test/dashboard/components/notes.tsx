import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Notes, PageNotes } from '../../../dashboard/src/components/notes.tsx';

const FUTURE = { code: 'in_the_future', message: 'Nothing has happened yet.' } as const;
const UNKNOWN = { code: 'unknown_value', message: 'No event has it.' } as const;
const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('notes on numbers', () => {
  afterEach(cleanup);

  it('are a list with a name, and nothing if there are none', () => {
    render(<Notes notes={[FUTURE]} />);
    expect(screen.getByRole('list', { name: 'Notes on these numbers' }).textContent).toBe(FUTURE.message);
    cleanup();
    render(<Notes notes={undefined} />);
    expect(document.body.textContent).toBe('');
  });

  it('of a page are not repeated by its parts', () => {
    render(
      <PageNotes notes={[FUTURE]}>
        <Notes notes={[FUTURE, UNKNOWN]} />
      </PageNotes>,
    );
    expect(shown()).toEqual([FUTURE.message, UNKNOWN.message]);
  });
});
