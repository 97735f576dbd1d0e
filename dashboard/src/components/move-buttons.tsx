// Moving something up or down in its list.

import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface Movement {
  /** Its new place, from 0. */
  readonly to: number;
  /** Tells screen readers what has happened. */
  readonly announcement: string;
  readonly direction: 'up' | 'down';
}

interface MoveButtonsProps {
  /** Its place, from 0. */
  readonly from: number;
  readonly count: number;
  readonly label: string;
  /** The id of each button, to give it the focus back. */
  buttonId(direction: Movement['direction']): string;
  onMove(movement: Movement): void;
}

const DIRECTIONS = [
  { direction: 'up', by: -1 },
  { direction: 'down', by: 1 },
] as const;

export function MoveButtons({ from, count, label, buttonId, onMove }: MoveButtonsProps) {
  return DIRECTIONS.map(({ direction, by }) => {
    const to = from + by;
    const isPossible = to >= 0 && to < count;
    return (
      <Button
        key={direction}
        id={buttonId(direction)}
        variant="icon"
        size="small"
        aria-label={
          direction === 'up' ? t('report.moveWhatUp', { what: label }) : t('report.moveWhatDown', { what: label })
        }
        title={direction === 'up' ? t('report.moveUp') : t('report.moveDown')}
        // A `disabled` button would lose the focus when the record reaches the end.
        aria-disabled={!isPossible}
        onClick={() =>
          isPossible &&
          onMove({
            to,
            direction,
            announcement: t('report.movedTo', { what: label, place: formatCount(to + 1), count: formatCount(count) }),
          })
        }
      >
        <Icon name={direction} />
      </Button>
    );
  });
}
