// The frame around every page: the sidebar with the website selector and the navigation. On phones it is a menu.

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useServices } from './api/context.tsx';
import { profileQuery } from './api/profile.ts';
import { websitesQuery } from './api/queries.ts';
import { useRole } from './api/role.ts';
import { Brand } from './components/brand.tsx';
import { Button } from './components/button.tsx';
import { Icon, type IconName } from './components/icon.tsx';
import { PageTimezone } from './components/page-timezone.tsx';
import { LinkNotice } from './controls/link-notice.tsx';
import { OfflineNotice } from './controls/offline-notice.tsx';
import { ThemeSwitch } from './controls/theme.tsx';
import { UserMenu } from './controls/user-menu.tsx';
import { WebsiteSwitcher } from './controls/website-switcher.tsx';
import { DEFINITIONS_URL } from './format/definitions.ts';
import { t } from './language/t.ts';
import { type Page, pathOf } from './routing/pages.ts';
import { CONTENT_ID, goToPage, Link, useView } from './routing/router.tsx';
import styles from './shell.module.css';

const SIDEBAR_ID = 'sidebar';

export function Shell({ page, children }: { readonly page: Page; readonly children: ReactNode }) {
  const path = pathOf(page);
  // Open on one page only, so that following a link closes the menu.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === path;
  const menuButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      menuButton.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <div className={clsx(styles.shell, isOpen && styles.open)}>
      <a className={styles.skipLink} href={`#${CONTENT_ID}`}>
        {t('common.skipToContent')}
      </a>
      <header className={styles.topBar}>
        <Brand />
        <UserMenu key={path} compact />
        <Button
          ref={menuButton}
          variant="icon"
          aria-label={isOpen ? t('common.closeMenu') : t('common.openMenu')}
          aria-expanded={isOpen}
          aria-controls={SIDEBAR_ID}
          onClick={() => setOpenAt(isOpen ? undefined : path)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </Button>
      </header>
      <Sidebar page={page} />
      <main id={CONTENT_ID} className={styles.content} tabIndex={-1}>
        <OfflineNotice />
        <LinkNotice />
        <PageTimezone page={page}>{children}</PageTimezone>
      </main>
    </div>
  );
}

function Sidebar({ page }: { readonly page: Page }) {
  const { settings } = useServices();
  return (
    <div className={styles.sidebar} id={SIDEBAR_ID}>
      <div className={styles.sidebarHead}>
        <Brand />
        <UserMenu key={pathOf(page)} />
      </div>
      <nav aria-label={t('common.mainNavigation')} className={styles.navigation}>
        <ul>
          <NavigationLink icon="overview" to={{ name: 'overview' }} isCurrent={page.name === 'overview'}>
            {t('common.overview')}
          </NavigationLink>
        </ul>
        <WebsiteNavigation page={page} />
        <p className={styles.groupTitle}>{t('common.account')}</p>
        <ul>
          <NavigationLink icon="key" to={{ name: 'api-access' }} isCurrent={page.name === 'api-access'}>
            {t('common.apiAccess')}
          </NavigationLink>
          {settings.managesTokens && (
            <NavigationLink icon="people" to={{ name: 'people' }} isCurrent={page.name === 'people'}>
              {t('common.people')}
            </NavigationLink>
          )}
          <OwnersLinks page={page} />
        </ul>
      </nav>
      <div className={styles.footer}>
        <a href={DEFINITIONS_URL} target="_blank" rel="noreferrer">
          {t('common.definitions')}
        </a>
        <ThemeSwitch />
      </div>
    </div>
  );
}

function OwnersLinks({ page }: { readonly page: Page }) {
  const { api, settings } = useServices();
  const { data: profile } = useQuery({ ...profileQuery(api), enabled: settings.managesTokens });
  if (!profile?.accounts.some(({ role }) => role === 'owner')) return null;
  return (
    <>
      <NavigationLink icon="download" to={{ name: 'exports' }} isCurrent={page.name === 'exports'}>
        {t('exports.title')}
      </NavigationLink>
      <NavigationLink icon="log" to={{ name: 'audit-log' }} isCurrent={page.name === 'audit-log'}>
        {t('common.auditLog')}
      </NavigationLink>
    </>
  );
}

const TABS = [
  'experiments',
  'attribution',
  'retention',
  'paths',
  'insights',
  'catalog',
  'live',
  'sending',
  'notifications',
  'data',
] as const;
const DRILL_DOWN = ['website', 'campaign', 'variant', 'step', 'element'];

function WebsiteNavigation({ page }: { readonly page: Page }) {
  const { api, settings } = useServices();
  const view = useView();
  const { data: websites = [], isSuccess } = useQuery(websitesQuery(api));
  // Of a website that the user may not see, there are no pages to go to.
  const isKnown = 'websiteId' in page && (!isSuccess || websites.some(({ id }) => id === page.websiteId));
  const websiteId = isKnown ? page.websiteId : websites[0]?.id;
  if (websiteId === undefined) return null;
  const isFunnel = page.name === 'funnels' || page.name === 'funnel';
  const isContact = page.name === 'contacts' || page.name === 'contact';
  const tab = isFunnel ? 'funnels' : isContact ? 'contacts' : (TABS.find((name) => name === page.name) ?? 'website');
  return (
    <>
      <WebsiteSwitcher
        websites={websites}
        websiteId={websiteId}
        titleClass={styles.groupTitle}
        // Another website has other sources and pages.
        onChoose={(id) => goToPage({ name: tab, websiteId: id }, { ...view, filters: [] })}
      />
      <ul>
        <NavigationLink
          icon="performance"
          to={{ name: 'website', websiteId }}
          isCurrent={DRILL_DOWN.includes(page.name)}
        >
          {t('common.performance')}
        </NavigationLink>
        <NavigationLink
          icon="experiments"
          to={{ name: 'experiments', websiteId }}
          isCurrent={page.name === 'experiments'}
        >
          {t('common.experiments')}
        </NavigationLink>
        <NavigationLink icon="funnels" to={{ name: 'funnels', websiteId }} isCurrent={isFunnel}>
          {t('common.funnels')}
        </NavigationLink>
        <NavigationLink
          icon="attribution"
          to={{ name: 'attribution', websiteId }}
          isCurrent={page.name === 'attribution'}
        >
          {t('common.attribution')}
        </NavigationLink>
        <NavigationLink icon="retention" to={{ name: 'retention', websiteId }} isCurrent={page.name === 'retention'}>
          {t('retention.title')}
        </NavigationLink>
        <NavigationLink icon="paths" to={{ name: 'paths', websiteId }} isCurrent={page.name === 'paths'}>
          {t('paths.title')}
        </NavigationLink>
        <NavigationLink icon="insights" to={{ name: 'insights', websiteId }} isCurrent={page.name === 'insights'}>
          {t('common.insights')}
        </NavigationLink>
        <NavigationLink icon="contacts" to={{ name: 'contacts', websiteId }} isCurrent={isContact}>
          {t('common.contacts')}
        </NavigationLink>
        <NavigationLink icon="catalog" to={{ name: 'catalog', websiteId }} isCurrent={page.name === 'catalog'}>
          {t('common.catalog')}
        </NavigationLink>
        {settings.managesTokens && (
          <NavigationLink icon="live" to={{ name: 'live', websiteId }} isCurrent={page.name === 'live'}>
            {t('common.liveEvents')}
          </NavigationLink>
        )}
        {settings.managesTokens && (
          <NavigationLink icon="sending" to={{ name: 'sending', websiteId }} isCurrent={page.name === 'sending'}>
            {t('common.sendingEvents')}
          </NavigationLink>
        )}
        {settings.managesTokens && (
          <NavigationLink
            icon="bell"
            to={{ name: 'notifications', websiteId }}
            isCurrent={page.name === 'notifications'}
          >
            {t('common.notifications')}
          </NavigationLink>
        )}
        <DataLink websiteId={websiteId} isCurrent={page.name === 'data'} />
      </ul>
    </>
  );
}

/** Owners alone see it. */
function DataLink({ websiteId, isCurrent }: { readonly websiteId: number; readonly isCurrent: boolean }) {
  if (useRole(websiteId) !== 'owner') return null;
  return (
    <NavigationLink icon="shield" to={{ name: 'data', websiteId }} isCurrent={isCurrent}>
      {t('data.title')}
    </NavigationLink>
  );
}

interface NavigationLinkProps {
  readonly icon: IconName;
  readonly to: Page;
  readonly isCurrent: boolean;
  readonly children: string;
}

function NavigationLink({ icon, to, isCurrent, children }: NavigationLinkProps) {
  return (
    <li>
      <Link to={to} className={styles.link} {...(isCurrent && { 'aria-current': 'page' as const })}>
        <Icon name={icon} />
        {children}
      </Link>
    </li>
  );
}
