// Moving a step or an element up or down in its list.
import type { OrderedList } from '../api/catalog.ts';
import { MoveButtons, type Movement } from '../components/move-buttons.tsx';

export interface Move {
  readonly list: OrderedList;
  /** The ids of all records in the new order. */
  readonly order: number[];
  /** Tells screen readers what has happened. */
  readonly announcement: string;
  /** The button, which keeps the focus. */
  readonly buttonId: string;
}

interface MoveRecordButtonsProps {
  readonly list: OrderedList;
  /** The records in their order, archived ones too. */
  readonly records: readonly { readonly id: number }[];
  readonly id: number;
  readonly label: string;
  onMove(move: Move): void;
}

export function MoveRecordButtons({ list, records, id, label, onMove }: MoveRecordButtonsProps) {
  const ids = records.map((record) => record.id);
  const from = ids.indexOf(id);
  const buttonId = (direction: string) => `move-${list.kind}-${id}-${direction}`;
  const move = ({ to, announcement, direction }: Movement) => {
    const order = ids.with(from, ids[to]!).with(to, id);
    onMove({ list, order, announcement, buttonId: buttonId(direction) });
  };
  return <MoveButtons from={from} count={ids.length} label={label} buttonId={buttonId} onMove={move} />;
}
