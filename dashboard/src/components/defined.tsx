// A word with its definition as a tooltip: while the pointer is on it, while it has the keyboard focus, and after a tap. Escape closes it.

import clsx from 'clsx';
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { DEFINITIONS, type Definition, type Term } from '../format/definitions.ts';
import { t } from '../language/t.ts';
import styles from './defined.module.css';

const WIDTH_MAX = 320;
const HEIGHT_EXPECTED = 160;
const MARGIN = 8;

interface DefinedProps {
  readonly term: Term;
  /** Default: the name of the term. */
  readonly children?: ReactNode;
  /** What the word does besides, such as sorting a table by it. */
  readonly onClick?: (() => void) | undefined;
  /** A sign after the word. */
  readonly mark?: ReactNode;
  readonly className?: string | undefined;
}

export function Defined({ term, children = DEFINITIONS[term].name, onClick, mark, className }: DefinedProps) {
  const { open, word, focusable, tooltip } = useDefinition(term);
  return (
    <button
      type="button"
      className={clsx(styles.button, className)}
      {...focusable}
      onClick={() => {
        open();
        onClick?.();
      }}
    >
      <span {...word} className={clsx(styles.word, onClick && styles.acts)}>
        {children}
        {tooltip}
      </span>
      {mark}
    </button>
  );
}

/** Defines a word in something that can be focused already. The tooltip belongs into the word, so that the pointer may move onto it. */
export function useDefinition(term: Term) {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place>();
  const open = () => setPlace(placeNear(box.current!.getBoundingClientRect()));
  const close = () => setPlace(undefined);
  useClosing(place !== undefined, close);
  return {
    open,
    word: {
      ref: box,
      className: styles.word,
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && open(),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && close(),
      // A pointer of a touch leaves at once.
      onPointerUp: ({ pointerType }: PointerEvent) => pointerType === 'touch' && open(),
    },
    focusable: {
      'aria-describedby': place && id,
      // A click also focuses, and would open it wherever a large button is clicked.
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && open(),
      onBlur: close,
    },
    tooltip: place && <Tooltip id={id} place={place} definition={DEFINITIONS[term]} />,
  };
}

function useClosing(isOpen: boolean, close: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` always does the same.
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', close);
    document.addEventListener('scroll', close, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('scroll', close, true);
    };
  }, [isOpen]);
}

interface Place {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** The place is below the word, or above it if there is no room, and always within the window. */
function placeNear({ left, top, bottom }: DOMRect): Place {
  const { innerWidth, innerHeight } = window;
  const inside = Math.max(MARGIN, Math.min(left, innerWidth - MARGIN - WIDTH_MAX));
  const isBelow = bottom + HEIGHT_EXPECTED < innerHeight || top < HEIGHT_EXPECTED;
  return { left: inside, ...(isBelow ? { top: bottom } : { bottom: innerHeight - top }) };
}

interface TooltipProps {
  readonly id: string;
  readonly place: Place;
  readonly definition: Definition;
}

/** Is at the end of the page, because tables and tiles cut off what exceeds them. */
function Tooltip({ id, place, definition: { sentence, example, alsoCalled } }: TooltipProps) {
  // Clicks on it are not clicks on what the word is in.
  const inert = { onClick: (event: { stopPropagation(): void }) => event.stopPropagation() };
  return createPortal(
    <span role="tooltip" id={id} className={styles.tooltip} style={place} {...inert}>
      <span className={styles.panel}>
        <span>{sentence}</span>
        <span className={styles.detail}>{t('report.example', { example })}</span>
        {alsoCalled !== undefined && (
          <span className={styles.detail}>{t('report.alsoCalled', { names: alsoCalled })}</span>
        )}
      </span>
    </span>,
    document.body,
  );
}
