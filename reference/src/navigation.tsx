// The list of pages, and the search in it.
import { type Ref, useState } from 'react';
import styles from './app.module.css';
import { INTRODUCTION, type Page, type PageGroup, search } from './pages.ts';

interface NavigationProps {
  readonly groups: readonly PageGroup[];
  readonly current: Page;
  readonly searchRef: Ref<HTMLInputElement>;
}

export function Navigation({ groups, current, searchRef }: NavigationProps) {
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  const found = isSearching ? search(groups, text) : groups;
  return (
    <>
      <input
        ref={searchRef}
        type="search"
        className={styles.search}
        aria-label="Search"
        placeholder="Search (Ctrl K)"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <nav className={styles.navigation} aria-label="Pages">
        {!isSearching && <PageLink page={INTRODUCTION} current={current} />}
        {found.length === 0 && <p className="hint">Nothing has all of these words.</p>}
        {found.map((group) => (
          <Group key={group.title} group={group} current={current} isSearching={isSearching} />
        ))}
      </nav>
    </>
  );
}

interface GroupProps {
  readonly group: PageGroup;
  readonly current: Page;
  readonly isSearching: boolean;
}

function Group({ group, current, isSearching }: GroupProps) {
  const [isOpen, setOpen] = useState(group.title !== 'Models');
  const isShown = isSearching || isOpen || group.pages.some(({ id }) => id === current.id);
  return (
    <details open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.groupTitle}>{group.title}</summary>
      <ul>
        {group.pages.map((page) => (
          <li key={page.id}>
            <PageLink page={page} current={current} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function PageLink({ page, current }: { readonly page: Page; readonly current: Page }) {
  return (
    <a className={styles.link} href={`#${page.id}`} aria-current={page.id === current.id ? 'page' : undefined}>
      <span>{page.title}</span>
      {page.kind === 'operation' && <span className={styles.method}>{page.operation.method}</span>}
    </a>
  );
}
