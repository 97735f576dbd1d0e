// The icons of the dashboard, drawn on a 16 by 16 grid. They are decorative: a text or label always says the same.
import styles from './icon.module.css';

const SHAPES = {
  overview: 'M2.5 2.5h4.5v6h-4.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5H7v3H2.5z',
  performance: 'M2 12.5l3.5-4 3 2.5L14 4M10.5 4H14v3.5',
  experiments: 'M6 2h4M6.8 2v4.2L3 12.6c-.4.8.1 1.4.9 1.4h8.2c.8 0 1.3-.6.9-1.4L9.2 6.2V2M5 10h6',
  funnels: 'M2 2.8h12L9.6 8.4v4.8l-3.2-1.6V8.4z',
  attribution:
    'M3.5 2.2v2.6M3.5 8.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM5.2 6.7h3.3c2 0 2.2 4.8 4.3 4.8M10.8 9.5l2 2-2 2M3.5 8.5v5.3',
  retention: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.3v2.6h-2.6M8 5.2V8l2 1.3',
  paths:
    'M2.2 8h3.3M5.5 8c2.5 0 2.5-4.2 5-4.2h3.2M5.5 8c2.5 0 2.5 4.2 5 4.2h3.2M12 2.1l1.8 1.7L12 5.5M12 10.5l1.8 1.7-1.8 1.7',
  insights:
    'M8 1.8a4.2 4.2 0 0 1 2.4 7.7c-.5.4-.7.8-.7 1.5H6.3c0-.7-.2-1.1-.7-1.5A4.2 4.2 0 0 1 8 1.8zM6.5 13h3M7 14.7h2',
  contacts: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM2.8 13.8c.5-2.6 2.6-4 5.2-4s4.7 1.4 5.2 4',
  bell: 'M3.2 11.8h9.6c-1-1-1.4-2.1-1.4-4.3a3.4 3.4 0 0 0-6.8 0c0 2.2-.4 3.3-1.4 4.3zM6.6 13.6c.3.6.8.9 1.4.9s1.1-.3 1.4-.9M8 2.6v1.5',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.8 13.2c.3-2.4 2-3.7 4.2-3.7s3.9 1.3 4.2 3.7' +
    'M10.3 3.2a2.3 2.3 0 0 1 0 4.1M11.8 9.9c1.3.5 2.1 1.6 2.4 3.3',
  sending: 'M14 2L2 6.8l4.7 2.5L9.2 14zM14 2L6.7 9.3',
  key: 'M10.5 9.5a3.5 3.5 0 1 0-3.2-2.1L2.5 12.2v1.6h2.3v-1.5h1.5v-1.5h1.4l.9-.9c.6.4 1.2.6 1.9.6zM11.3 5.2h.01',
  catalog: 'M2.5 2.5h6v3h-6zM7.5 7h6v2.5h-6zM7.5 11.5h6V14h-6zM4.5 5.5v7.2h3M4.5 8.2h3',
  up: 'M8 13V3.5M4.5 7L8 3.5 11.5 7',
  down: 'M8 3v9.5M4.5 9L8 12.5 11.5 9',
  bookmark: 'M4 2.5h8v11L8 10.4 4 13.5z',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.2V5M10.5 2.2V5',
  chevron: 'M4.5 6.3L8 9.8l3.5-3.5',
  download: 'M8 2.5v7.3M4.9 7L8 10l3.1-3M3 13.3h10',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5l3.3 3.2L13 5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.4 3.4',
  live:
    'M8 9.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z' +
    'M5.2 10.8a4 4 0 0 1 0-5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 13a7 7 0 0 1 0-10M13 3a7 7 0 0 1 0 10',
  shield: 'M8 1.8l5 1.9v4c0 3.2-2 5.3-5 6.5-3-1.2-5-3.3-5-6.5v-4zM5.8 8l1.6 1.6 2.9-3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2v9.6L12.5 8z',
  plus: 'M8 3v10M3 8h10',
  share: 'M8 9.8V2.2M5 4.8l3-2.8 3 2.8M4.5 7H3v7h10V7h-1.5',
  sun:
    'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z' +
    'M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  system: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  log: 'M5.5 3.5H14M5.5 8H14M5.5 12.5H14M2.2 3.5h.6M2.2 8h.6M2.2 12.5h.6',
  logout: 'M6.5 2.5h-4v11h4M10.3 5L13.3 8l-3 3M13 8H6.3',
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  );
}
