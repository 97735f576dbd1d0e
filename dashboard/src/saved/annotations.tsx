// What happened on the days of a chart, such as "New popup": marks in the chart, and the list below it.

import type { DayRange } from '@funnel/report-files/days.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useIsChat, useSharedPage } from '../api/context.tsx';
import { useCanEdit } from '../api/role.ts';
import {
  ANNOTATIONS_KEY,
  type Annotation,
  annotationsQuery,
  deleteAnnotation,
  saveAnnotation,
} from '../api/saved-records.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { InputField } from '../components/field.tsx';
import { formatDay } from '../format/dates.ts';
import { t } from '../language/t.ts';
import styles from './annotations.module.css';
import { NameField } from './name-field.tsx';

/** Returns the annotations of the days: none while they are loading, in chats, and where a link is locked to a period: all are read. */
export function useAnnotations(websiteId: number, { start, end }: DayRange): Annotation[] {
  const isChat = useIsChat();
  const isLocked = useSharedPage()?.locked ?? false;
  const { data = [] } = useQuery({ ...annotationsQuery(useApi(), websiteId), enabled: !isChat && !isLocked });
  return data.filter(({ date }) => date >= start && date <= end);
}

interface AnnotationListProps {
  readonly websiteId: number;
  readonly range: DayRange;
  readonly annotations: readonly Annotation[];
}

/** Chats do not have it. */
export function AnnotationList(props: AnnotationListProps) {
  return useIsChat() ? null : <List {...props} />;
}

type OpenDialog = { readonly name: 'add' } | { readonly name: 'change' | 'delete'; readonly annotation: Annotation };

function List({ websiteId, range, annotations }: AnnotationListProps) {
  const canEdit = useCanEdit(websiteId);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  if (annotations.length === 0 && !canEdit) return null;
  return (
    <div className={styles.annotations}>
      {annotations.length > 0 && (
        <ul aria-label={t('saved.annotations')}>
          {annotations.map((annotation) => (
            <li key={annotation.id}>
              <span className={styles.date}>{formatDay(annotation.date)}</span> <span>{annotation.name}</span>
              {canEdit && (
                <span className={styles.actions}>
                  <Button size="small" onClick={() => setDialog({ name: 'change', annotation })}>
                    {t('common.edit')}
                  </Button>
                  <Button size="small" onClick={() => setDialog({ name: 'delete', annotation })}>
                    {t('common.delete')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <Button size="small" onClick={() => setDialog({ name: 'add' })}>
          {t('saved.addAnnotation')}
        </Button>
      )}
      {dialog?.name === 'add' && <AnnotationDialog websiteId={websiteId} date={range.end} onClose={close} />}
      {dialog?.name === 'change' && (
        <AnnotationDialog
          websiteId={websiteId}
          date={dialog.annotation.date}
          annotation={dialog.annotation}
          onClose={close}
        />
      )}
      {dialog?.name === 'delete' && (
        <DeleteAnnotationDialog websiteId={websiteId} annotation={dialog.annotation} onClose={close} />
      )}
    </div>
  );
}

interface DialogProps {
  readonly websiteId: number;
  onClose(): void;
}

function AnnotationDialog({
  websiteId,
  date,
  annotation,
  onClose,
}: DialogProps & { readonly date: string; readonly annotation?: Annotation }) {
  const api = useApi();
  const submit = (form: FormData) =>
    saveAnnotation(api, websiteId, annotation?.id, { name: String(form.get('name')), date: String(form.get('date')) });
  return (
    <FormDialog
      title={annotation ? t('saved.editAnnotation') : t('saved.addAnnotation')}
      action={t('common.save')}
      fields={['name', 'date']}
      submit={submit}
      invalidates={ANNOTATIONS_KEY}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NameField label={t('saved.whatHappened')} defaultValue={annotation?.name} errorOf={errorOf} />
          <InputField
            label={t('common.day')}
            name="date"
            type="date"
            defaultValue={date}
            required
            error={errorOf('date')}
          />
          <p className="hint">{t('saved.dayIsMarked')}</p>
        </>
      )}
    </FormDialog>
  );
}

function DeleteAnnotationDialog({ websiteId, annotation, onClose }: DialogProps & { readonly annotation: Annotation }) {
  const api = useApi();
  return (
    <ConfirmDialog
      title={t('saved.deleteQuestion', { name: annotation.name })}
      action={t('common.delete')}
      confirm={() => deleteAnnotation(api, websiteId, annotation.id)}
      invalidates={ANNOTATIONS_KEY}
      onClose={onClose}
    >
      <p>{t('saved.deletedForEverybody')}</p>
    </ConfirmDialog>
  );
}
