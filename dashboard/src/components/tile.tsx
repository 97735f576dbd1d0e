// Headline numbers side by side.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Change } from './change.tsx';
import styles from './tile.module.css';

interface TilesProps {
  /** Set if the card goes on below the tiles. */
  readonly above?: boolean;
  readonly children: ReactNode;
}

export function Tiles({ above = false, children }: TilesProps) {
  return <div className={clsx(styles.tiles, above && styles.above)}>{children}</div>;
}

interface TileProps {
  /** The API's name of the metric. */
  readonly metric: string;
  readonly label: string;
  readonly value: string;
  /** Set if the value is not exact: the id of the text that says why. */
  readonly approximate?: string;
  /** Further values of the same kind that cannot be added to the first. */
  readonly more?: readonly string[];
  /** The change since the previous period, of a number. */
  readonly change?: { readonly percent: number | null | undefined; readonly of: number };
  readonly detail?: string | undefined;
  /** Makes the tile a button; `selected` says whether it is the chosen one. */
  readonly onSelect?: () => void;
  readonly selected?: boolean;
  readonly children?: ReactNode;
}

export function Tile({ metric, onSelect, selected = false, ...content }: TileProps) {
  if (!onSelect) {
    return (
      <div className={styles.tile} data-metric={metric}>
        <TileContent {...content} />
      </div>
    );
  }
  return (
    <button type="button" className={styles.tile} data-metric={metric} aria-pressed={selected} onClick={onSelect}>
      <TileContent {...content} />
    </button>
  );
}

function TileContent({ label, value, approximate, more = [], change, detail, children }: Omit<TileProps, 'metric'>) {
  return (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.value} data-testid="tile-value" aria-describedby={approximate}>
        {approximate !== undefined && (
          <>
            <span aria-hidden="true">≈ </span>
            <span className="visually-hidden">about </span>
          </>
        )}
        {value}
      </span>
      {change && <Change change={change.percent} value={change.of} className={styles.change} />}
      {detail !== undefined && (
        <span className={styles.detail} data-testid="tile-detail">
          {detail}
        </span>
      )}
      {more.map((other) => (
        <span key={other} className={styles.secondValue}>
          + {other}
        </span>
      ))}
      {children}
    </>
  );
}
