import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Popover } from '../../../dashboard/src/components/popover.tsx';

describe('Popover', () => {
  beforeEach(() => {
    render(
      <>
        <Popover label="Choices" button="Open">
          {(close) => (
            <button type="button" onClick={close}>
              Choose
            </button>
          )}
        </Popover>
        <p>Elsewhere</p>
      </>,
    );
    fireEvent.click(trigger());
  });
  afterEach(cleanup);

  const trigger = () => screen.getByRole('button', { name: 'Open' });
  const isOpen = () => screen.queryByRole('dialog', { name: 'Choices' }) !== null;

  it('opens and closes with its button', () => {
    expect(isOpen()).toBe(true);
    expect(trigger().getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(trigger());
    expect(isOpen()).toBe(false);
  });

  it('closes on Escape and gives the focus back', () => {
    screen.getByRole('button', { name: 'Choose' }).focus();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(trigger());
  });

  it('closes on a click outside, but not inside', () => {
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Choose' }));
    expect(isOpen()).toBe(true);
    fireEvent.pointerDown(screen.getByText('Elsewhere'));
    expect(isOpen()).toBe(false);
  });

  it('closes when its content says so', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(trigger());
  });
});
