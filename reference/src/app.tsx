// The frame of the reference: the list of pages at the side, and the page that the fragment of the URL names.
import clsx from 'clsx';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Brand } from '../../dashboard/src/components/brand.tsx';
import { Button } from '../../dashboard/src/components/button.tsx';
import { Icon } from '../../dashboard/src/components/icon.tsx';
import { ThemeSwitch } from '../../dashboard/src/controls/theme.tsx';
import styles from './app.module.css';
import { CredentialForm, type CredentialStore } from './credential-form.tsx';
import { allCredentials, type CredentialName, type EnteredCredentials } from './credentials.ts';
import { DefinitionsPage } from './definitions-page.tsx';
import type { ApiDocument } from './document.ts';
import { Markdown } from './markdown.tsx';
import { Navigation } from './navigation.tsx';
import { type Language, OperationPage } from './operation-page.tsx';
import { INTRODUCTION, pageGroups } from './pages.ts';
import { SchemaFields } from './schema.tsx';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
const fragment = () => decodeURIComponent(window.location.hash.slice(1));

export function App({ document: api }: { readonly document: ApiDocument }) {
  const groups = useMemo(() => pageGroups(api), [api]);
  const id = useSyncExternalStore(subscribe, fragment);
  const page = groups.flatMap(({ pages }) => pages).find((one) => one.id === id) ?? INTRODUCTION;
  const [entered, setEntered] = useState<EnteredCredentials>({});
  const [language, setLanguage] = useState<Language>('curl');
  const [isMenuOpen, setMenuOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = page.kind === 'introduction' ? api.info.title : page.title;
  const store: CredentialStore = {
    entered,
    enter: (name, value) => setEntered((before) => ({ ...before, [name]: value })),
  };

  useEffect(() => {
    window.document.title = `${title}: API reference`;
  }, [title]);

  // Screen readers read the title of the new page, and the page starts at its top.
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect belongs to the change of the page.
  useEffect(() => {
    setMenuOpen(false);
    if (!isFirst.current) {
      heading.current?.focus();
      window.scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [page.id]);

  // A layout effect: the keys work as soon as the page is seen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setMenuOpen(true);
      searchField.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className={clsx(styles.shell, isMenuOpen && styles.open)}>
      <header className={styles.topBar}>
        <Brand />
        <Button
          variant="icon"
          aria-expanded={isMenuOpen}
          aria-label={isMenuOpen ? 'Close menu' : 'Open menu'}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? 'close' : 'menu'} />
        </Button>
      </header>
      <aside className={styles.sidebar} aria-label="Contents">
        <Navigation groups={groups} current={page} searchRef={searchField} />
        <footer className={styles.footer}>
          <a href="/api/v1/openapi.json">OpenAPI</a>
          <ThemeSwitch />
        </footer>
      </aside>
      <main className={styles.content}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {page.kind === 'definitions' && <DefinitionsPage />}
        {page.kind === 'introduction' && <Introduction api={api} store={store} />}
        {page.kind === 'operation' && (
          <OperationPage
            key={page.id}
            document={api}
            operation={page.operation}
            store={store}
            language={language}
            choose={setLanguage}
          />
        )}
        {page.kind === 'model' && <SchemaFields schema={page.schema} document={api} />}
      </main>
    </div>
  );
}

function Introduction({ api, store }: { readonly api: ApiDocument; readonly store: CredentialStore }) {
  const names = allCredentials(api);
  const [chosen, choose] = useState<CredentialName>(names[0]!);
  return (
    <div className={styles.introduction}>
      <Markdown text={api.info.description} />
      <section className={styles.box} aria-labelledby="authentication">
        <h2 id="authentication">Authentication</h2>
        <CredentialForm document={api} store={store} names={names} chosen={chosen} choose={choose} />
      </section>
    </div>
  );
}
