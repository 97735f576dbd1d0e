import styles from './recommendations.module.css';

export function Recommendations({ items }: { readonly items: readonly string[] }) {
  return (
    <ol className={styles.recommendations}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ol>
  );
}
