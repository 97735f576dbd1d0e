// What the page of a campaign, variant, step or element shows of its record in the catalog: whether it is new or archived, and
// a button to rename or archive it.
import { useState } from 'react';
import { type CatalogRecord, changeRecord, type RecordChanges, type RecordKind, useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { STATUS_NAMES } from '../format/names.ts';
import { FormDialog } from './action-dialog.tsx';
import { Button } from './button.tsx';
import { InputField, SelectField } from './field.tsx';
import { NewTag, StatusTag } from './tag.tsx';

const KIND_NAMES: Readonly<Record<RecordKind, string>> = {
  campaigns: 'campaign',
  variants: 'variant',
  steps: 'step',
  elements: 'element',
};

interface RecordProps {
  readonly websiteId: number;
  readonly kind: RecordKind;
  readonly id: number;
}

/** The page of a campaign shows its status anyway. */
export function RecordTags({ websiteId, kind, id }: RecordProps) {
  const record = useCatalog(websiteId)?.[kind].get(id);
  return (
    <>
      {record?.is_new && <NewTag />}
      {kind !== 'campaigns' && record?.status === 'archived' && <StatusTag status={record.status} />}
    </>
  );
}

export function EditRecord({ websiteId, kind, id }: RecordProps) {
  const record = useCatalog(websiteId)?.[kind].get(id);
  const [isOpen, setIsOpen] = useState(false);
  if (!record) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit {KIND_NAMES[kind]}</Button>
      {isOpen && <EditRecordDialog {...{ websiteId, kind, record }} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface EditRecordDialogProps {
  readonly websiteId: number;
  readonly kind: RecordKind;
  readonly record: CatalogRecord;
  onClose(): void;
}

function EditRecordDialog({ websiteId, kind, record, onClose }: EditRecordDialogProps) {
  const api = useApi();
  // As it was when the dialog was opened: what somebody else changes meanwhile must not be overwritten.
  const [opened] = useState(record);
  return (
    <FormDialog
      title={`Edit ${KIND_NAMES[kind]}`}
      action="Save"
      submit={(form) => changeRecord(api, websiteId, kind, opened, changesIn(form))}
      invalidates={[]}
      onClose={onClose}
    >
      <InputField
        label="Name"
        name="name"
        defaultValue={opened.name ?? ''}
        maxLength={1000}
        required={kind === 'campaigns'}
      />
      <InputField
        label="Key"
        name="key"
        defaultValue={opened.key ?? ''}
        maxLength={64}
        pattern="[A-Za-z0-9._\-]*"
        aria-describedby="key-hint"
      />
      <p className="hint" id="key-hint">
        Pages and servers name it by this key. If you change it, change them too.
      </p>
      <SelectField label="Status" name="status" defaultValue={opened.status}>
        {Object.entries(STATUS_NAMES).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

function changesIn(form: FormData): RecordChanges {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null;
  return { name: text('name'), key: text('key'), status: form.get('status') as 'live' | 'archived' };
}
