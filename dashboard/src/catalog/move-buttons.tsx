// Moving a step or an element up or down in its list.
import type { OrderedList } from '../api/catalog.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';

export interface Move {
  readonly list: OrderedList;
  /** The ids of all records in the new order. */
  readonly order: number[];
  /** For screen readers: what has happened. */
  readonly announcement: string;
  /** The button, which keeps the focus. */
  readonly buttonId: string;
}

interface MoveButtonsProps {
  readonly list: OrderedList;
  /** In their order, archived ones too. */
  readonly records: readonly { readonly id: number }[];
  readonly id: number;
  readonly label: string;
  onMove(move: Move): void;
}

const DIRECTIONS = [
  { name: 'up', by: -1 },
  { name: 'down', by: 1 },
] as const;

export function MoveButtons({ list, records, id, label, onMove }: MoveButtonsProps) {
  const ids = records.map((record) => record.id);
  const from = ids.indexOf(id);
  return DIRECTIONS.map(({ name, by }) => {
    const to = from + by;
    const isPossible = to >= 0 && to < ids.length;
    const buttonId = `move-${list.kind}-${id}-${name}`;
    const move = () => {
      const order = ids.with(from, ids[to]!).with(to, id);
      onMove({ list, order, announcement: `${label} is now number ${to + 1} of ${ids.length}.`, buttonId });
    };
    return (
      <Button
        key={name}
        id={buttonId}
        variant="icon"
        size="small"
        aria-label={`Move ${label} ${name}`}
        title={`Move ${name}`}
        // Not `disabled`: the button would lose the focus when the record reaches the end.
        aria-disabled={!isPossible}
        onClick={() => isPossible && move()}
      >
        <Icon name={name} />
      </Button>
    );
  });
}
