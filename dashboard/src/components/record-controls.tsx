// What the page of a campaign, variant, step or element shows of its record in the catalog: whether it is new or archived, and
// a button to rename or archive it.
import { useState } from 'react';
import { type CatalogRecord, type RecordKind, useCatalog } from '../api/catalog.ts';
import { useCanEdit } from '../api/role.ts';
import { EditRecordDialog } from '../catalog/record-dialogs.tsx';
import { editLabel } from '../catalog/record-kinds.ts';
import { Button } from './button.tsx';
import { NewTag, StatusTag } from './tag.tsx';

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
  return record ? <EditButton {...{ websiteId, kind, record }} /> : null;
}

interface EditButtonProps extends Omit<RecordProps, 'id'> {
  readonly record: CatalogRecord;
}

function EditButton({ websiteId, kind, record }: EditButtonProps) {
  const canEdit = useCanEdit(websiteId);
  const [isOpen, setIsOpen] = useState(false);
  if (!canEdit) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{editLabel(kind)}</Button>
      {isOpen && <EditRecordDialog {...{ websiteId, kind, record }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
