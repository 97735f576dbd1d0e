import clsx from 'clsx';
import { useEffect } from 'react';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { changeParameters, replaceParameters } from '../routing/router.tsx';
import { Button } from './button.tsx';
import styles from './paging.module.css';

interface PagingProps {
  readonly label: string;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

export function Paging({ label, page, perPage, total }: PagingProps) {
  const goTo = (target: number) => changeParameters({ page: target === 1 ? undefined : String(target) });
  const pages = Math.ceil(total / perPage);
  return (
    <nav className={styles.paging} aria-label={label}>
      <span className={clsx('hint', styles.range)}>
        {t('report.pageRange', {
          first: formatCount((page - 1) * perPage + 1),
          last: formatCount(Math.min(page * perPage, total)),
          total: formatCount(total),
        })}
      </span>
      {pages > 1 && (
        <>
          <Button disabled={page <= 1} onClick={() => goTo(page - 1)}>
            {t('common.previous')}
          </Button>
          <Button disabled={page >= pages} onClick={() => goTo(page + 1)}>
            {t('common.next')}
          </Button>
        </>
      )}
    </nav>
  );
}

/** Leads a URL with a page after the last one to the last one. `total` is undefined while it is not known. */
export function useExistingPage(page: number, perPage: number, total: number | undefined): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (page > last) replaceParameters({ page: last === 1 ? undefined : String(last) });
  }, [page, last]);
}

/** The page number in a URL, which users can edit. */
export function readPageNumber(search: URLSearchParams): number {
  return Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
}
