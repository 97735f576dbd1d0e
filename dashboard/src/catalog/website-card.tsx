// The website itself: its name, its currency, its time zone, and whether it is archived.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogWebsite } from '../api/catalog.ts';
import { useServices } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { useCanAddWebsites } from '../api/role.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { StatusTag } from '../components/tag.tsx';
import { timezoneName } from '../format/timezones.ts';
import { t } from '../language/t.ts';
import styles from './catalog-tree.module.css';
import { EditWebsiteDialog, NewWebsiteDialog } from './website-dialogs.tsx';

interface WebsiteCardProps {
  readonly website: CatalogWebsite;
  readonly canEdit: boolean;
}

export function WebsiteCard({ website, canEdit }: WebsiteCardProps) {
  const { api, settings } = useServices();
  const [dialog, setDialog] = useState<'edit' | 'new'>();
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const accountId = websites.find(({ id }) => id === website.id)?.account_id;
  const canAdd = useCanAddWebsites(accountId);
  const close = () => setDialog(undefined);
  return (
    <Card
      title={t('common.website')}
      hint={canAdd ? t('catalog.newWebsitesHint') : undefined}
      actions={
        canAdd &&
        settings.managesTokens && (
          <Button onClick={() => setDialog('new')} disabled={accountId === undefined}>
            <Icon name="plus" />
            {t('common.newWebsite')}
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        <li>
          <span>
            {website.name} {website.status === 'archived' && <StatusTag status="archived" />}
            <span className="hint">
              {' '}
              ·{' '}
              {t('catalog.revenueAndDays', {
                currency: website.currency,
                timezone: timezoneName(website.timezone),
              })}
            </span>
          </span>
          {canEdit && (
            <Button
              size="small"
              aria-label={t('catalog.editNamed', { name: website.name })}
              onClick={() => setDialog('edit')}
            >
              {t('common.edit')}
            </Button>
          )}
        </li>
      </ul>
      {dialog === 'edit' && <EditWebsiteDialog website={website} onClose={close} />}
      {dialog === 'new' && accountId !== undefined && <NewWebsiteDialog accountId={accountId} onClose={close} />}
    </Card>
  );
}
