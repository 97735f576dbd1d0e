// How a number moved against the period before: by arrow, sign and colour, never by colour alone.
import { formatChange } from '../format/numbers.ts';

interface ChangeChipProps {
  /** Percent; null where the period before had nothing. undefined shows nothing at all. */
  readonly change: number | null | undefined;
  /** The present value, which tells "new" from "still nothing". */
  readonly value: number;
}

export function ChangeChip({ change, value }: ChangeChipProps) {
  if (change === undefined) return null;
  if (change === null) {
    return value > 0 ? (
      <span className="change change-up" title="There was nothing in the period before">
        new
      </span>
    ) : (
      <span className="change change-flat">–</span>
    );
  }
  // What rounds to zero did not move, as far as the reader can see.
  const direction = Math.abs(change) < 0.05 ? 'flat' : change > 0 ? 'up' : 'down';
  const arrow = { up: '↑', down: '↓', flat: '→' }[direction];
  return (
    <span className={`change change-${direction}`} title="Against the period before">
      <span aria-hidden="true">{arrow} </span>
      {formatChange(change)}
    </span>
  );
}

/** A number in a table with its change below. */
export function WithChange({ text, ...change }: ChangeChipProps & { readonly text: string }) {
  return (
    <span className="with-change">
      {text}
      <ChangeChip {...change} />
    </span>
  );
}
