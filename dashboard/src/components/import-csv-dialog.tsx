// Imports a CSV file, or lines of one that are pasted.
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../language/t.ts';
import { FormDialog } from './action-dialog.tsx';
import { InputField, TextAreaField } from './field.tsx';

interface ImportCsvDialogProps {
  readonly title: string;
  readonly hint: string;
  /** The first lines of such a file. */
  readonly example: string;
  readonly invalidates: QueryKey;
  /** Throws an error that says what is wrong with the text. */
  submit(text: string): Promise<unknown>;
  onClose(): void;
}

export function ImportCsvDialog({ title, hint, example, invalidates, submit, onClose }: ImportCsvDialogProps) {
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={title}
      action={t('catalog.import')}
      submit={() => submit(text)}
      invalidates={invalidates}
      onClose={onClose}
      isIncomplete={text.trim() === ''}
    >
      <InputField
        label={t('catalog.csvFile')}
        type="file"
        accept=".csv,text/csv"
        onChange={async ({ target }) => setText((await target.files?.[0]?.text()) ?? '')}
      />
      <TextAreaField
        label={t('catalog.orText')}
        rows={6}
        placeholder={example}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="hint">{hint}</p>
    </FormDialog>
  );
}
