// The areas of a website.
import { useState } from 'react';
import { type AreaFields, CATALOG_KEY, type CatalogArea, saveArea } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { InputField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { EmptyState } from '../components/states.tsx';
import { StatusTag } from '../components/tag.tsx';
import { NAME_LENGTH_MAX } from '../format/catalog.ts';
import { t } from '../language/t.ts';
import styles from './catalog-tree.module.css';
import { StatusField } from './status-field.tsx';

interface AreasCardProps {
  readonly websiteId: number;
  readonly areas: readonly CatalogArea[];
  readonly canEdit: boolean;
}

export function AreasCard({ websiteId, areas, canEdit }: AreasCardProps) {
  /** 'new': the dialog for a new one. */
  const [edited, setEdited] = useState<CatalogArea | 'new'>();
  return (
    <Card
      title={t('catalog.areas')}
      hint={t('catalog.areasHint')}
      actions={
        canEdit && (
          <Button onClick={() => setEdited('new')}>
            <Icon name="plus" />
            {t('catalog.newArea')}
          </Button>
        )
      }
    >
      {areas.length === 0 ? (
        <EmptyState title={t('catalog.noAreas')} />
      ) : (
        <ul className={styles.list}>
          {areas.map((area) => (
            <li key={area.id}>
              <span>
                {area.name} {area.status === 'archived' && <StatusTag status="archived" />}
              </span>
              {canEdit && (
                <Button
                  size="small"
                  aria-label={t('catalog.editNamed', { name: area.name })}
                  onClick={() => setEdited(area)}
                >
                  {t('common.edit')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <AreaDialog
          websiteId={websiteId}
          area={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

interface AreaDialogProps {
  readonly websiteId: number;
  readonly area: CatalogArea | undefined;
  onClose(): void;
}

function AreaDialog({ websiteId, area, onClose }: AreaDialogProps) {
  const api = useApi();
  return (
    <FormDialog
      title={t(area ? 'catalog.editArea' : 'catalog.newArea')}
      action={t(area ? 'common.save' : 'common.create')}
      submit={(form) => saveArea(api, websiteId, area, fieldsIn(form))}
      invalidates={CATALOG_KEY}
      onClose={onClose}
    >
      <InputField label={t('common.name')} name="name" defaultValue={area?.name} maxLength={NAME_LENGTH_MAX} required />
      {area && <StatusField status={area.status} />}
    </FormDialog>
  );
}

function fieldsIn(form: FormData): AreaFields {
  const status = form.get('status') as AreaFields['status'] | null;
  return { name: String(form.get('name') ?? '').trim(), ...(status && { status }) };
}
