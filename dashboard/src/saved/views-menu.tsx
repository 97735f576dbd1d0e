// The saved views of a website: pages with their timeframe and filters, under names. The current page can be saved as one.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { useCanEdit } from '../api/role.ts';
import { deleteView, type SavedView, savedViewsQuery, saveView, VIEWS_KEY } from '../api/saved-records.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Popover } from '../components/popover.tsx';
import { ErrorState } from '../components/states.tsx';
import { t } from '../language/t.ts';
import { goToPath, usePage, useUrl } from '../routing/router.tsx';
import { NameField } from './name-field.tsx';
import styles from './views-menu.module.css';

/** Nothing in chats, on shared pages, and on pages of no website. */
export function ViewsMenu() {
  const page = usePage();
  const isWithoutLogin = useOptionalServices() === undefined;
  return isWithoutLogin || !('websiteId' in page) ? null : <Views key={page.websiteId} websiteId={page.websiteId} />;
}

function Views({ websiteId }: { readonly websiteId: number }) {
  const url = useUrl();
  const canEdit = useCanEdit(websiteId);
  const [isNaming, setIsNaming] = useState(false);
  const [deleted, setDeleted] = useState<SavedView>();
  return (
    <>
      <Popover
        label={t('saved.savedViews')}
        button={
          <>
            <Icon name="bookmark" />
            <span>{t('saved.views')}</span>
          </>
        }
      >
        {(close) => (
          <div className={styles.panel}>
            <ViewList
              {...{ websiteId, url, canEdit, close }}
              onDelete={(view) => {
                close();
                setDeleted(view);
              }}
            />
            {canEdit && (
              <Button
                onClick={() => {
                  close();
                  setIsNaming(true);
                }}
              >
                {t('saved.saveView')}
              </Button>
            )}
          </div>
        )}
      </Popover>
      {isNaming && <SaveViewDialog websiteId={websiteId} path={url} onClose={() => setIsNaming(false)} />}
      {deleted && <DeleteViewDialog websiteId={websiteId} view={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

interface ViewListProps {
  readonly websiteId: number;
  readonly url: string;
  readonly canEdit: boolean;
  close(): void;
  onDelete(view: SavedView): void;
}

function ViewList({ websiteId, url, canEdit, close, onDelete }: ViewListProps) {
  const { data, error, refetch } = useQuery(savedViewsQuery(useApi(), websiteId));
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  if (data.length === 0) return <p className="hint">{t('saved.noViewsYet')}</p>;
  return (
    <ul className={styles.views} aria-label={t('saved.savedViews')}>
      {data.map((view) => (
        <li key={view.id}>
          <button
            type="button"
            className={styles.view}
            aria-pressed={view.path === url}
            onClick={() => {
              close();
              goToPath(view.path);
            }}
          >
            {view.name}
          </button>
          {canEdit && (
            <Button
              size="small"
              variant="icon"
              aria-label={t('saved.deleteView', { name: view.name })}
              onClick={() => onDelete(view)}
            >
              <Icon name="close" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface DialogProps {
  readonly websiteId: number;
  onClose(): void;
}

function SaveViewDialog({ websiteId, path, onClose }: DialogProps & { readonly path: string }) {
  const api = useApi();
  return (
    <FormDialog
      title={t('saved.saveView')}
      action={t('common.save')}
      fields={['name']}
      submit={(form) => saveView(api, websiteId, { name: String(form.get('name')), path })}
      invalidates={VIEWS_KEY}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NameField errorOf={errorOf} />
          <p className="hint">{t('saved.saveViewHint')}</p>
        </>
      )}
    </FormDialog>
  );
}

function DeleteViewDialog({ websiteId, view, onClose }: DialogProps & { readonly view: SavedView }) {
  const api = useApi();
  return (
    <ConfirmDialog
      title={t('saved.deleteQuestion', { name: view.name })}
      action={t('common.delete')}
      confirm={() => deleteView(api, websiteId, view.id)}
      invalidates={VIEWS_KEY}
      onClose={onClose}
    >
      <p>{t('saved.viewDeleted')}</p>
    </ConfirmDialog>
  );
}
