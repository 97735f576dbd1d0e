import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Defined } from '../../../dashboard/src/components/defined.tsx';
import { Tile } from '../../../dashboard/src/components/tile.tsx';

const SENTENCE = /^Visitors who did what the campaign asks for/;

describe('a word with a definition', () => {
  afterEach(cleanup);

  const show = () => {
    render(<Defined term="conversions" />);
    return screen.getByRole('button', { name: 'Conversions' });
  };
  const word = (button: HTMLElement) => button.firstElementChild!;

  it('shows it while it has the keyboard focus, and describes the word with it', () => {
    const button = show();
    expect(screen.queryByRole('tooltip')).toBeNull();
    act(() => button.focus());
    const tooltip = screen.getByRole('tooltip');
    expect(button.getAttribute('aria-describedby')).toBe(tooltip.id);
    expect(screen.getByText(SENTENCE)).toBeTruthy();
    expect(screen.getByText(/^Example: Of 1,000 visitors/)).toBeTruthy();
    expect(screen.getByText('Also called: clicks, goals, key events.')).toBeTruthy();
    act(() => button.blur());
    expect(screen.queryByRole('tooltip')).toBeNull();
    expect(button.getAttribute('aria-describedby')).toBeNull();
  });

  it('shows it while the mouse is on the word or on the definition', () => {
    const button = show();
    fireEvent.pointerEnter(word(button), { pointerType: 'mouse' });
    const tooltip = screen.getByRole('tooltip');
    fireEvent.pointerOut(word(button), { pointerType: 'mouse', relatedTarget: tooltip });
    expect(screen.getByRole('tooltip')).toBe(tooltip);
    fireEvent.pointerLeave(word(button), { pointerType: 'mouse' });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('shows it after a tap, until the next one elsewhere', () => {
    const button = show();
    fireEvent.pointerEnter(word(button), { pointerType: 'touch' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.pointerUp(word(button), { pointerType: 'touch' });
    fireEvent.pointerLeave(word(button), { pointerType: 'touch' });
    expect(screen.getByRole('tooltip')).toBeTruthy();
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('closes on Escape, and when the page scrolls', () => {
    const button = show();
    for (const close of [() => fireEvent.keyDown(document, { key: 'Escape' }), () => fireEvent.scroll(document)]) {
      fireEvent.click(button);
      expect(screen.getByRole('tooltip')).toBeTruthy();
      close();
      expect(screen.queryByRole('tooltip')).toBeNull();
    }
  });

  it('in a tile that can be chosen describes the tile, and a click on the definition does not choose it', () => {
    let chosen = 0;
    render(<Tile metric="conversions" term="conversions" value="5" onSelect={() => chosen++} />);
    const tile = screen.getByRole('button', { name: 'Conversions 5' });
    act(() => tile.focus());
    expect(tile.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    fireEvent.click(screen.getByRole('tooltip'));
    expect(chosen).toBe(0);
    fireEvent.click(tile);
    expect(chosen).toBe(1);
  });
});
