// The frame around every page: the rail with the website switcher and the sections, and on a phone a bar that opens it.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Page } from './address/page.ts';
import { CONTENT_ID, hrefOf, Link, navigate, useAddress, useView } from './address/router.tsx';
import { useServices } from './api/context.tsx';
import { websitesQuery } from './api/queries.ts';
import { ThemeSwitch } from './controls/theme.tsx';
import { Icon, type IconName } from './parts/icon.tsx';

export function Shell({ page, children }: { readonly page: Page; readonly children: ReactNode }) {
  const { path } = useAddress();
  // Open for one address only: following a link is the end of choosing one.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === path;
  return (
    <div className={isOpen ? 'shell shell-open' : 'shell'}>
      <a className="skip-link" href={`#${CONTENT_ID}`}>
        Skip to the content
      </a>
      <header className="top-bar">
        <Brand />
        <button
          type="button"
          className="button button-icon"
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          aria-expanded={isOpen}
          aria-controls="rail"
          onClick={() => setOpenAt(isOpen ? undefined : path)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </header>
      <Rail page={page} />
      <main id={CONTENT_ID} className="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

export function Brand() {
  return (
    <span className="brand">
      <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8 9h16l-6 8v6l-4 2v-8z" />
      </svg>
      Funnel
    </span>
  );
}

function Rail({ page }: { readonly page: Page }) {
  const { session } = useServices();
  return (
    <div className="rail" id="rail">
      <div className="rail-brand">
        <Brand />
      </div>
      <nav aria-label="Sections" className="rail-nav">
        <ul>
          <Section icon="overview" to={{ name: 'overview' }} isCurrent={page.name === 'overview'}>
            Overview
          </Section>
        </ul>
        <WebsiteSections page={page} />
        <p className="rail-title">Account</p>
        <ul>
          <Section icon="key" to={{ name: 'api-access' }} isCurrent={page.name === 'api-access'}>
            API access
          </Section>
        </ul>
      </nav>
      <div className="rail-foot">
        <ThemeSwitch />
        <button type="button" className="button button-quiet" onClick={() => session.signOut()}>
          <Icon name="leave" />
          Log out
        </button>
      </div>
    </div>
  );
}

const DRILL_DOWN = ['website', 'campaign', 'variant', 'step', 'element'];

function WebsiteSections({ page }: { readonly page: Page }) {
  const { api } = useServices();
  const view = useView();
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const websiteId = 'websiteId' in page ? page.websiteId : websites[0]?.id;
  if (websiteId === undefined) return null;
  const tab =
    page.name === 'experiments' || page.name === 'insights' || page.name === 'contacts' ? page.name : 'website';
  return (
    <>
      <label className="rail-title" htmlFor="website">
        Website
      </label>
      <select
        id="website"
        className="website-switcher"
        value={websiteId}
        onChange={(event) => navigate(hrefOf({ name: tab, websiteId: Number(event.target.value) }, view))}
      >
        {websites.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ul>
        <Section icon="performance" to={{ name: 'website', websiteId }} isCurrent={DRILL_DOWN.includes(page.name)}>
          Performance
        </Section>
        <Section icon="experiments" to={{ name: 'experiments', websiteId }} isCurrent={page.name === 'experiments'}>
          Experiments
        </Section>
        <Section icon="insights" to={{ name: 'insights', websiteId }} isCurrent={page.name === 'insights'}>
          Insights
        </Section>
        <Section icon="contacts" to={{ name: 'contacts', websiteId }} isCurrent={page.name === 'contacts'}>
          Contacts
        </Section>
      </ul>
    </>
  );
}

interface SectionProps {
  readonly icon: IconName;
  readonly to: Page;
  readonly isCurrent: boolean;
  readonly children: string;
}

function Section({ icon, to, isCurrent, children }: SectionProps) {
  return (
    <li>
      <Link to={to} className="rail-link" {...(isCurrent && { 'aria-current': 'page' as const })}>
        <Icon name={icon} />
        {children}
      </Link>
    </li>
  );
}
