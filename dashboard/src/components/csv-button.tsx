import type { CsvFile } from '@funnel/report-files/csv.ts';
import { withFilters } from '@funnel/report-files/file-columns.ts';
import { useState } from 'react';
import { fileBlob, saveFile } from '../csv/download.ts';
import type { FileContent } from '../csv/file-name.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import { Button } from './button.tsx';
import { useIsStale } from './card.tsx';
import { Icon } from './icon.tsx';

interface CsvButtonProps {
  /** Becomes the file name. */
  readonly content: FileContent;
  /** What the file contains, for screen reader users: as in "Download the series as CSV". */
  readonly label: string;
  /** May have to load more than the page shows. A blob is a file of the service. */
  readonly file: () => CsvFile | Promise<CsvFile | Blob>;
  /** Set if the filters of the page do not hold for it. */
  readonly unfiltered?: boolean;
  /** Set while a part of the file is being loaded. */
  readonly isLoading?: boolean;
}

/** Disabled while the file would not be what the page is about to show. */
export function CsvButton({ content, label, file, unfiltered = false, isLoading = false }: CsvButtonProps) {
  const { filters } = useView();
  const isStale = useIsStale();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async () => {
    setState('busy');
    try {
      const made = await file();
      saveFile(content, made instanceof Blob ? made : fileBlob(withFilters(made, unfiltered ? [] : filters, t)));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button
      data-download
      variant="quiet"
      onClick={download}
      disabled={state === 'busy' || isStale || isLoading}
      aria-label={t('report.download', { what: label })}
      title={state === 'failed' ? t('report.downloadFailed') : t('report.download', { what: label })}
    >
      <Icon name="download" />
      {state === 'failed' ? t('common.tryAgain') : 'CSV'}
    </Button>
  );
}
