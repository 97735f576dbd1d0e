// The shape of a series, without numbers: those are next to it.
import styles from './sparkline.module.css';

const WIDTH = 100;
const HEIGHT = 28;

export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return <span className={styles.sparkline} />;
  const largest = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - 1 - (value / largest) * (HEIGHT - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
