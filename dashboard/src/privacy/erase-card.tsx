// Erasing a visitor, a contact, a day or the whole website: what would go is shown first, and what is large has to be typed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../api/context.tsx';
import {
  type ErasedThing,
  type Erasure,
  erase,
  findContact,
  keptDataKey,
  previewErasure,
  websiteErasureQuery,
} from '../api/data.ts';
import { FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { FieldError, InputField, SelectField } from '../components/field.tsx';
import { formatDate } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { Link } from '../routing/router.tsx';
import { type DataGroup, dataName, groupRows } from './data-names.ts';
import styles from './privacy.module.css';

const KINDS = ['visitor', 'contact', 'day', 'website'] as const;
type Kind = (typeof KINDS)[number];

interface EraseCardProps {
  readonly websiteId: number;
  readonly websiteName: string;
}

interface Previewed {
  readonly thing: ErasedThing;
  /** What the owner has named it. */
  readonly name: string;
  readonly found: Erasure;
}

export function EraseCard({ websiteId, websiteName }: EraseCardProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>('visitor');
  const [named, setNamed] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [erased, setErased] = useState<Erasure>();
  const preview = useMutation({
    mutationFn: async (): Promise<Previewed> => {
      const thing = await thingOf();
      return { thing, name: nameOf(thing, named, websiteName), found: await previewErasure(api, websiteId, thing) };
    },
  });
  const thingOf = async (): Promise<ErasedThing> => {
    if (kind === 'website') return { kind };
    if (kind === 'day') return { kind, day: named };
    if (kind === 'visitor') return { kind, visitor: named };
    const contact = await findContact(api, websiteId, named);
    if (!contact) throw new Error(t('data.noContact'));
    return { kind, contact_id: contact.id };
  };
  const begin = () => {
    preview.reset();
    setErased(undefined);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setErased(undefined);
    preview.mutate();
  };
  const { data: shown } = preview;
  return (
    <Card title={t('data.erase')} hint={t('data.eraseHint')}>
      <form className={styles.form} onSubmit={onSubmit}>
        <SelectField
          label={t('data.what')}
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as Kind);
            setNamed('');
            begin();
          }}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`data.kind_${one}`)}
            </option>
          ))}
        </SelectField>
        {kind !== 'website' && (
          <InputField
            key={kind}
            label={t(`data.named_${kind}`)}
            type={kind === 'day' ? 'date' : kind === 'contact' ? 'email' : 'text'}
            required
            maxLength={kind === 'visitor' ? 128 : undefined}
            value={named}
            onChange={({ target }) => {
              setNamed(target.value);
              begin();
            }}
          />
        )}
        <Button type="submit" disabled={preview.isPending}>
          {t('data.preview')}
        </Button>
      </form>
      {preview.error && <FieldError>{preview.error.message}</FieldError>}
      {shown && !erased && (
        <div className={styles.found}>
          <FoundRows rows={shown.found.rows} />
          {groupRows(shown.found.rows).length > 0 && (
            <Button variant="danger" onClick={() => setIsAsking(true)}>
              {t('data.eraseNamed', { name: shown.name })}
            </Button>
          )}
        </div>
      )}
      {erased && (
        <p role="status">
          {t('data.erased')} <AuditLink />
        </p>
      )}
      {isAsking && shown && (
        <EraseDialog
          {...{ websiteId, websiteName, shown }}
          onClose={() => setIsAsking(false)}
          onErased={(result) => {
            setIsAsking(false);
            preview.reset();
            if (shown.thing.kind === 'website') {
              queries.setQueryData(websiteErasureQuery(api, websiteId).queryKey, result);
              return;
            }
            setErased(result);
            void queries.invalidateQueries();
          }}
        />
      )}
    </Card>
  );
}

function nameOf(thing: ErasedThing, named: string, websiteName: string): string {
  if (thing.kind === 'website') return websiteName;
  return thing.kind === 'day' ? formatDate(thing.day) : named;
}

function FoundRows({ rows }: { readonly rows: Erasure['rows'] }) {
  const found = groupRows(rows);
  const unknown = rows.sketches_without_hashes ?? 0;
  return (
    <>
      {found.length === 0 && <p role="status">{t('data.nothing')}</p>}
      {found.length > 0 && (
        <DataTable caption={t('data.whatGoes')} columns={rowColumns()} rows={found} keyOf={({ group }) => group} />
      )}
      {unknown > 0 && <p className="hint">{t('data.withoutHashes', { count: unknown })}</p>}
    </>
  );
}

type FoundGroup = { readonly group: DataGroup; readonly count: number };

function rowColumns(): Column<FoundGroup>[] {
  return [
    { name: 'group', label: t('data.whatGoes'), value: ({ group }) => dataName(group) },
    {
      name: 'count',
      label: t('data.rows'),
      numeric: true,
      value: ({ count }) => count,
      render: ({ count }) => formatCount(count),
    },
  ];
}

interface EraseDialogProps extends EraseCardProps {
  readonly shown: Previewed;
  onClose(): void;
  onErased(result: Erasure): void;
}

/** Days and websites are large: whoever erases one types its name. */
function EraseDialog({ websiteId, websiteName, shown, onClose, onErased }: EraseDialogProps) {
  const api = useApi();
  const [typed, setTyped] = useState('');
  const { thing, name } = shown;
  const needed = thing.kind === 'website' ? websiteName : thing.kind === 'day' ? thing.day : undefined;
  return (
    <FormDialog
      title={t('data.eraseQuestion', { name })}
      action={t('data.eraseForGood')}
      isIncomplete={needed !== undefined && typed.trim() !== needed}
      submit={() => erase(api, websiteId, thing)}
      invalidates={keptDataKey(websiteId)}
      onDone={onErased}
      onClose={onClose}
    >
      <p>{t(`data.explain_${thing.kind}`)}</p>
      <p>{t('data.noUndo')}</p>
      {needed !== undefined && (
        <InputField
          label={t('data.type', { text: needed })}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </FormDialog>
  );
}

/** undefined: what is left is not known yet. null: nothing is. */
export function RunningErasure({ left }: { readonly left: Erasure | null | undefined }) {
  const count = Object.values(left?.rows ?? {}).reduce((sum, rows) => sum + rows, 0);
  return (
    <Card title={t('data.erase')}>
      {left === null ? (
        <p role="status">
          {t('data.gone')} <Link to={{ name: 'overview' }}>{t('common.overview')}</Link>
        </p>
      ) : (
        <p role="status">
          <progress aria-label={t('data.erasing')} /> {left && t('data.left', { count })}
        </p>
      )}
      <p>
        <AuditLink />
      </p>
    </Card>
  );
}

function AuditLink() {
  return (
    <Link to={{ name: 'audit-log' }} parameters={{ action: 'data_erased' }}>
      {t('data.seeAuditLog')}
    </Link>
  );
}
