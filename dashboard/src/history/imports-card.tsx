// The imports of what other tools have counted, for owners: what there is, a new one, and removing one.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  HISTORY_KEY,
  HISTORY_TOOLS,
  type HistoryProgress,
  type HistoryTool,
  historyImportsQuery,
  importHistory,
  removeHistoryImport,
} from '../api/history.ts';
import { problemOf } from '../api/problem.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { InputField, SelectField } from '../components/field.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { formatRange } from '../format/dates.ts';
import { t } from '../language/t.ts';
import styles from './imports-card.module.css';

interface OfWebsite {
  readonly websiteId: number;
}

type OpenDialog = { readonly name: 'import' } | { readonly name: 'remove'; readonly removed: HistoryProgress };

export function ImportsCard({ websiteId }: OfWebsite) {
  const { api } = useServices();
  const imports = useQuery(historyImportsQuery(api, websiteId));
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const rows = imports.data ?? [];
  return (
    <Card
      title={t('history.title')}
      hint={t('history.titleHint')}
      flush={rows.length > 0}
      actions={<Button onClick={() => setDialog({ name: 'import' })}>{t('history.importFile')}</Button>}
    >
      {imports.isPending && <Skeleton lines={2} />}
      {imports.isError && <ErrorState error={imports.error} onRetry={() => imports.refetch()} />}
      {rows.length > 0 && (
        <DataTable
          caption={t('history.title')}
          columns={importColumns((removed) => setDialog({ name: 'remove', removed }))}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      {dialog?.name === 'import' && <ImportDialog websiteId={websiteId} onClose={close} />}
      {dialog?.name === 'remove' && (
        <ConfirmDialog
          title={t('history.removeQuestion', { file: dialog.removed.file_name })}
          action={t('history.remove')}
          confirm={() => removeHistoryImport(api, websiteId, dialog.removed.id)}
          invalidates={HISTORY_KEY}
          onClose={close}
        >
          <Days of={dialog.removed} />
        </ConfirmDialog>
      )}
    </Card>
  );
}

function importColumns(onRemove: (removed: HistoryProgress) => void): Column<HistoryProgress>[] {
  return [
    {
      name: 'file_name',
      label: t('history.file'),
      value: ({ file_name: name }) => name,
      render: ({ file_name: name, tool, ...one }) => (
        <>
          {name}
          <RowDetail>{HISTORY_TOOLS[tool]}</RowDetail>
          <RowDetail isOnPhones>
            <Days of={one} />
          </RowDetail>
        </>
      ),
    },
    {
      name: 'days',
      label: t('history.days'),
      minor: true,
      value: ({ days }) => days ?? undefined,
      render: (one) => (
        <>
          <Days of={one} />
          {one.days !== null && <RowDetail>{t('history.dayCount', { count: one.days })}</RowDetail>}
        </>
      ),
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (one) => (
        <Button
          size="small"
          aria-label={t('history.removeNamed', { file: one.file_name })}
          onClick={() => onRemove(one)}
        >
          {t('history.remove')}
        </Button>
      ),
    },
  ];
}

/** The days of an import; of a file that is not imported, how far it is, or why not. */
function Days({ of: one }: { readonly of: Omit<HistoryProgress, 'tool' | 'file_name'> }) {
  const { first_day: start, last_day: end, state, progress, problem } = one;
  if (start !== null && end !== null) return <span>{formatRange({ start, end })}</span>;
  if (problem) return <span>{t('history.notImported', { reason: problemOf(problem.status, problem).message })}</span>;
  if (state === 'waiting') return <span>{t('history.waiting')}</span>;
  return (
    <span>
      <progress value={progress} max={100} aria-label={t('history.importing')} /> {t('history.importing')}
    </span>
  );
}

/** How to get the file in the tool. */
function stepsFor(tool: HistoryTool): string[] {
  const steps = {
    plausible: t('history.stepsPlausible'),
    umami: t('history.stepsUmami'),
    ga4: t('history.stepsGa4'),
  };
  return steps[tool].split('\n');
}

/** null: nothing is being sent. From 0 to 1; at 1, the service stores the file. */
type Progress = number | null;

function ImportDialog({ websiteId, onClose }: OfWebsite & { onClose(): void }) {
  const { session } = useServices();
  const [tool, setTool] = useState<HistoryTool>('plausible');
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<Progress>(null);
  const submit = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setProgress(0);
    try {
      const sent = { tool, file: file!, conversionEvent: text('conversion_event'), lastDay: text('last_day') };
      return await importHistory(session, websiteId, sent, setProgress);
    } finally {
      setProgress(null);
    }
  };
  return (
    <FormDialog
      title={t('history.importFile')}
      action={t('catalog.import')}
      submit={submit}
      invalidates={HISTORY_KEY}
      onClose={onClose}
      isIncomplete={file === undefined}
      fields={['last_day']}
    >
      {(errorOf) => (
        <>
          <SelectField
            label={t('history.tool')}
            value={tool}
            onChange={({ target }) => setTool(target.value as HistoryTool)}
          >
            {Object.entries(HISTORY_TOOLS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          <ol className={clsx('hint', styles.steps)}>
            {stepsFor(tool).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <InputField
            label={t('history.file')}
            type="file"
            accept=".zip,.csv,.gz,.json"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
          <InputField label={t('history.conversionEvent')} name="conversion_event" maxLength={100} />
          <InputField label={t('history.lastDay')} name="last_day" type="date" error={errorOf('last_day')} />
          <p className="hint">{t('history.allOrNothing')}</p>
          {progress !== null && (
            <p role="status">
              <progress value={progress < 1 ? progress : undefined} aria-label={t('history.importFile')} />{' '}
              {t('history.sending')}
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}
