// Switches to another website. Many are found by typing a part of a name.
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Popover } from '../components/popover.tsx';
import { Address } from '../components/row-name.tsx';
import { t } from '../language/t.ts';
import styles from './website-switcher.module.css';

/** So many can be chosen from a list that the browser draws. */
const LISTED_MAX = 12;

interface NamedWebsite {
  readonly id: number;
  readonly name: string;
}

interface WebsiteSwitcherProps {
  readonly websites: readonly NamedWebsite[];
  readonly websiteId: number;
  readonly titleClass: string | undefined;
  onChoose(websiteId: number): void;
}

export function WebsiteSwitcher({ websites, websiteId, titleClass, onChoose }: WebsiteSwitcherProps) {
  const [search, setSearch] = useState('');
  if (websites.length <= LISTED_MAX) {
    return (
      <>
        <label className={titleClass} htmlFor="website">
          {t('common.website')}
        </label>
        <select
          id="website"
          className={styles.select}
          value={websiteId}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {websites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </>
    );
  }
  const current = websites.find(({ id }) => id === websiteId)?.name ?? t('common.website');
  const wanted = search.trim().toLocaleLowerCase();
  const found = websites.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return (
    <>
      <p className={titleClass}>{t('common.website')}</p>
      <Popover
        label={t('common.website')}
        className={styles.switcher}
        button={
          <>
            <span className={styles.name} title={current}>
              {current}
            </span>
            <Icon name="chevron" />
          </>
        }
      >
        {(close) => (
          <div className={styles.panel}>
            <input
              type="search"
              aria-label={t('overview.searchWebsites')}
              placeholder={t('overview.searchWebsites')}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            {found.length === 0 && <p className="hint">{t('overview.noneFound')}</p>}
            <ul className={styles.found}>
              {found.map(({ id, name }) => (
                <li key={id}>
                  <Button
                    variant="quiet"
                    {...(id === websiteId && { 'aria-current': true })}
                    onClick={() => {
                      close();
                      setSearch('');
                      onChoose(id);
                    }}
                  >
                    <Address text={name} isInNarrow />
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Popover>
    </>
  );
}
