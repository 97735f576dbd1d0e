// Creating and editing a campaign, variant, step or element.
import { useId, useState } from 'react';
import {
  CATALOG_KEY,
  type CatalogRecord,
  changeRecord,
  createRecord,
  type RecordFields,
  type RecordKind,
} from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { FormDialog } from '../components/action-dialog.tsx';
import { Choice } from '../components/choices.tsx';
import { InputField } from '../components/field.tsx';
import { KEY_LENGTH_MAX, keyFor, NAME_LENGTH_MAX } from '../format/catalog.ts';
import { CTA_TYPES, ctaTypeName, ELEMENT_TYPES, elementTypeName } from '../format/names.ts';
import { t } from '../language/t.ts';
import { editLabel } from './record-kinds.ts';
import { StatusField } from './status-field.tsx';

const NEW = {
  campaigns: 'catalog.newCampaign',
  variants: 'catalog.newVariant',
  steps: 'catalog.newStep',
  elements: 'catalog.newElement',
} as const;

interface CreateRecordDialogProps {
  readonly websiteId: number;
  readonly kind: RecordKind;
  /** undefined: the website itself. */
  readonly parentId: number | undefined;
  onClose(): void;
  onCreated(id: number): void;
}

export function CreateRecordDialog({ websiteId, kind, parentId, onClose, onCreated }: CreateRecordDialogProps) {
  const api = useApi();
  return (
    <FormDialog
      title={t(NEW[kind])}
      action={t('common.create')}
      submit={(form) => createRecord(api, websiteId, { kind, parentId }, fieldsIn(form, undefined))}
      invalidates={CATALOG_KEY}
      onClose={onClose}
      onDone={({ id }) => {
        onCreated(id);
        onClose();
      }}
    >
      <Fields kind={kind} record={undefined} />
    </FormDialog>
  );
}

interface EditRecordDialogProps {
  readonly websiteId: number;
  readonly kind: RecordKind;
  readonly record: CatalogRecord;
  onClose(): void;
}

export function EditRecordDialog({ websiteId, kind, record, onClose }: EditRecordDialogProps) {
  const api = useApi();
  // This is the record when the dialog was opened: what somebody else changes meanwhile must not be overwritten.
  const [opened] = useState(record);
  return (
    <FormDialog
      title={editLabel(kind)}
      action={t('common.save')}
      submit={(form) => changeRecord(api, websiteId, kind, opened, fieldsIn(form, opened))}
      // Reports show names too.
      invalidates={[]}
      onClose={onClose}
    >
      <Fields kind={kind} record={opened} />
      <StatusField status={opened.status} />
    </FormDialog>
  );
}

function Fields({ kind, record }: { readonly kind: RecordKind; readonly record: CatalogRecord | undefined }) {
  const hintId = useId();
  const [key, setKey] = useState(record?.key ?? '');
  // The key follows the name until somebody types a key of their own. An existing key is in use.
  const [followsName, setFollowsName] = useState(record === undefined);
  return (
    <>
      <InputField
        label={t('common.name')}
        name="name"
        defaultValue={record?.name ?? ''}
        maxLength={NAME_LENGTH_MAX}
        required={kind === 'campaigns'}
        onChange={(event) => followsName && setKey(keyFor(event.target.value) ?? '')}
      />
      <InputField
        label={t('common.key')}
        name="key"
        value={key}
        maxLength={KEY_LENGTH_MAX}
        pattern="[A-Za-z0-9._\-]*"
        aria-describedby={hintId}
        onChange={(event) => {
          setKey(event.target.value);
          setFollowsName(false);
        }}
      />
      <p className="hint" id={hintId}>
        {t(record ? 'catalog.keyHintChange' : 'catalog.keyHint')}
      </p>
      {kind === 'campaigns' && (
        <>
          <TypeField name="cta_type" value={record?.cta_type ?? 'overlay'} types={CTA_TYPES} nameOf={ctaTypeName} />
          <InputField
            label={t('common.page')}
            name="page_path"
            defaultValue={record?.page_path ?? '/'}
            maxLength={NAME_LENGTH_MAX}
            required
          />
        </>
      )}
      {kind === 'variants' && (
        <Choice
          type="checkbox"
          name="is_holdout"
          defaultChecked={record?.is_holdout ?? false}
          detail={t('catalog.holdoutDetail')}
        >
          {t('catalog.holdout')}
        </Choice>
      )}
      {kind === 'elements' && (
        <TypeField
          name="element_type"
          value={record?.element_type ?? ''}
          types={ELEMENT_TYPES}
          nameOf={elementTypeName}
        />
      )}
    </>
  );
}

interface TypeFieldProps {
  readonly name: string;
  readonly value: string;
  readonly types: readonly string[];
  nameOf(type: string): string;
}

/** Free text, with the usual types as suggestions. */
function TypeField({ name, value, types, nameOf }: TypeFieldProps) {
  const listId = useId();
  const hintId = useId();
  return (
    <>
      <InputField
        label={t('common.type')}
        name={name}
        defaultValue={value}
        list={listId}
        maxLength={NAME_LENGTH_MAX}
        required
        aria-describedby={hintId}
      />
      <p className="hint" id={hintId}>
        {t('catalog.anyType', { types: types.join(', ') })}
      </p>
      <datalist id={listId}>
        {types.map((type) => (
          <option key={type} value={type}>
            {nameOf(type)}
          </option>
        ))}
      </datalist>
    </>
  );
}

function fieldsIn(form: FormData, record: CatalogRecord | undefined): RecordFields {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null;
  const optional = Object.fromEntries(
    ['cta_type', 'page_path', 'element_type', 'status']
      .map((name) => [name, text(name)] as const)
      .filter(([, value]) => value !== null),
  );
  const isHoldout = form.has('is_holdout');
  const holdout = isHoldout === (record?.is_holdout ?? false) ? {} : { is_holdout: isHoldout };
  return { name: text('name'), key: text('key'), ...optional, ...holdout };
}
