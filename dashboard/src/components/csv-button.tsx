import type { CsvFile } from '@funnel/report-files/csv.ts';
import { useState } from 'react';
import { downloadCsv } from '../csv/download.ts';
import type { FileContent } from '../csv/file-name.ts';
import { filterName } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import type { Filter } from '../routing/filters.ts';
import { useView } from '../routing/router.tsx';
import { Button } from './button.tsx';
import { useIsStale } from './card.tsx';
import { Icon } from './icon.tsx';

interface CsvButtonProps {
  /** Becomes the file name. */
  readonly content: FileContent;
  /** What the file contains, for screen reader users: as in "Download the series as CSV". */
  readonly label: string;
  /** May have to load more than the page shows. */
  readonly file: () => CsvFile | Promise<CsvFile>;
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
      downloadCsv(content, withFilters(await file(), unfiltered ? [] : filters));
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

/** Says in each row which events were counted. Without filters, these are all, and the file has no such column. */
function withFilters({ columns, rows }: CsvFile, filters: readonly Filter[]): CsvFile {
  if (filters.length === 0) return { columns, rows };
  const text = filters.map(filterName).join(', ');
  return { columns: [...columns, t('common.filter')], rows: rows.map((row) => [...row, text]) };
}
