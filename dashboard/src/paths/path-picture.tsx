// Paths as a picture: columns of boxes that are as tall as their share of the visitors, with ribbons between them. On a phone it is a tree
// of lines. It is a list of lists, so everybody can read it; each step is a link to the funnel of the steps up to it.

import type { PathNode } from '@funnel/report-files/path-tree.ts';
import clsx from 'clsx';
import type { CSSProperties } from 'react';
import type { PathsReport } from '../api/types.ts';
import { Estimate } from '../components/estimate.tsx';
import { reportedStepName } from '../format/funnels.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { funnelParameters, readFunnel } from '../routing/funnel.ts';
import { Link } from '../routing/router.tsx';
import type { Direction } from './choices.ts';
import styles from './path-picture.module.css';
import { type PlacedNode, placed, RIBBON_WIDTH } from './path-tree.ts';

interface Shown {
  /** The names of what steps are about. */
  readonly about: PathsReport['about'] | undefined;
  /** undefined: there is no page of funnels, so steps are no links. */
  readonly websiteId: number | undefined;
  readonly direction: Direction;
  readonly withinMinutes: number;
  readonly isEstimate: boolean;
}

interface PathPictureProps extends Shown {
  readonly label: string;
  readonly tree: PathNode;
}

export function PathPicture({ label, tree, ...shown }: PathPictureProps) {
  return (
    // Focusable, because a wide picture can only be scrolled by keyboard if it can be focused.
    <section className={styles.picture} aria-label={label} tabIndex={0}>
      <ul
        className={clsx(shown.direction === 'to' && styles.backwards)}
        style={{ '--columns': depthOf(tree) } as CSSProperties}
      >
        <Branch node={placed(tree)} whole={tree.visitors} shown={shown} />
      </ul>
    </section>
  );
}

function depthOf({ children }: PathNode): number {
  return 1 + Math.max(0, ...children.map(depthOf));
}

interface BranchProps {
  readonly node: PlacedNode;
  /** The visitors of the start. */
  readonly whole: number;
  readonly shown: Shown;
}

function Branch({ node, whole, shown }: BranchProps) {
  const { children, totalHeight } = node;
  return (
    <li className={styles.branch}>
      <Box node={node} whole={whole} shown={shown} />
      {children.length > 0 && (
        <>
          <svg
            className={styles.ribbons}
            viewBox={`0 0 ${RIBBON_WIDTH} ${totalHeight}`}
            width={RIBBON_WIDTH}
            height={totalHeight}
            aria-hidden="true"
          >
            {children.map(({ kind, steps, ribbon }) => (
              <path key={`${kind} ${steps.join(' ')}`} d={ribbon} className={styles[kind]} />
            ))}
          </svg>
          <ul className={styles.children}>
            {children.map((child) => (
              <Branch key={`${child.kind} ${child.steps.join(' ')}`} node={child} whole={whole} shown={shown} />
            ))}
          </ul>
        </>
      )}
    </li>
  );
}

function Box({ node, whole, shown }: BranchProps) {
  const { kind, steps, visitors, height } = node;
  const { websiteId, isEstimate } = shown;
  const name = nodeName(node, shown);
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>
        <Estimate isEstimate={isEstimate}>{formatCount(visitors)}</Estimate>
        <span className={styles.share}>{formatShare(visitors, whole)}</span>
      </span>
    </>
  );
  const look = {
    className: clsx(styles.box, styles[kind]),
    style: { '--height': `${height}px`, '--share': visitors / whole } as CSSProperties,
  };
  const funnel = kind === 'step' ? funnelOf(steps, shown) : undefined;
  if (!funnel || websiteId === undefined) {
    return (
      <div {...look} title={name}>
        {content}
      </div>
    );
  }
  return (
    <Link
      {...look}
      title={t('paths.openAsFunnel', { step: name })}
      to={{ name: 'funnels', websiteId }}
      parameters={funnelParameters(funnel)}
    >
      {content}
    </Link>
  );
}

function nodeName({ kind, steps }: PathNode, { about, direction }: Shown): string {
  if (kind === 'others') return t('paths.otherSteps');
  if (kind === 'ended') return direction === 'from' ? t('paths.ended') : t('paths.nothingBefore');
  return reportedStepName(about, steps.at(-1)!);
}

/** The steps in the order of time. undefined: the page of funnels does not know one of them. */
function funnelOf(steps: readonly string[], { direction, withinMinutes }: Shown) {
  const step = direction === 'from' ? steps : steps.toReversed();
  return readFunnel({ step, within_minutes: withinMinutes, break_down_by: null });
}
