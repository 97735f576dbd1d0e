import styles from './brand.module.css';

export function Brand() {
  return (
    <span className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8 9h16l-6 8v6l-4 2v-8z" />
      </svg>
      Funnel
    </span>
  );
}
