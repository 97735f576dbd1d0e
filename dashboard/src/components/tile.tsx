// Headline numbers side by side.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { DEFINITIONS, type Term } from '../format/definitions.ts';
import { Change } from './change.tsx';
import { Defined, useDefinition } from './defined.tsx';
import { Estimate } from './estimate.tsx';
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
  /** What the value is. */
  readonly term: Term;
  readonly value: string;
  readonly isEstimate?: boolean;
  /** Further values of the same kind that cannot be added to the first. */
  readonly more?: readonly string[];
  /** The change since the previous period, of a number. */
  readonly change?: {
    readonly percent: number | null | undefined;
    readonly of: number;
    readonly isRate?: boolean;
    readonly isNews?: boolean | undefined;
  };
  readonly detail?: string | undefined;
  /** Makes the tile a button; `selected` says whether it is the chosen one. */
  readonly onSelect?: () => void;
  readonly selected?: boolean;
  readonly children?: ReactNode;
}

export function Tile({ metric, term, onSelect, selected = false, ...content }: TileProps) {
  if (onSelect) return <TileButton {...{ metric, term, onSelect, selected }} {...content} />;
  return (
    <div className={styles.tile} data-metric={metric}>
      <Defined term={term} className={styles.label} />
      <TileContent {...content} />
    </div>
  );
}

type TileButtonProps = TileProps & Required<Pick<TileProps, 'onSelect' | 'selected'>>;

function TileButton({ metric, term, onSelect, selected, ...content }: TileButtonProps) {
  const { word, focusable, tooltip } = useDefinition(term);
  return (
    <button
      type="button"
      className={styles.tile}
      data-metric={metric}
      aria-pressed={selected}
      onClick={onSelect}
      {...focusable}
    >
      <span className={styles.label}>
        <span {...word}>
          {DEFINITIONS[term].name}
          {tooltip}
        </span>
      </span>
      <TileContent {...content} />
    </button>
  );
}

type TileContentProps = Omit<TileProps, 'metric' | 'term'>;

function TileContent({ value, isEstimate = false, more = [], change, detail, children }: TileContentProps) {
  return (
    <>
      <span className={styles.value} data-testid="tile-value">
        <Estimate isEstimate={isEstimate}>{value}</Estimate>
      </span>
      {change && (
        <Change
          change={change.percent}
          value={change.of}
          isRate={change.isRate}
          isNews={change.isNews}
          hasRoom
          className={styles.change}
        />
      )}
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
