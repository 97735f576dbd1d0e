import { useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { type DownloadedFile, saveFile } from '../csv/download.ts';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import { useIsStale } from './card.tsx';
import { Icon } from './icon.tsx';

interface CsvButtonProps {
  /** What the file contains, for screen reader users: as in "Download the series as CSV". */
  readonly label: string;
  /** Asks the service for the file. */
  readonly file: () => Promise<DownloadedFile>;
  /** Set while the page is being loaded. */
  readonly isLoading?: boolean;
}

type State = 'idle' | 'busy' | { readonly failed: string };

/** Disabled while the file would not be what the page is about to show. */
export function CsvButton({ label, file, isLoading = false }: CsvButtonProps) {
  const isStale = useIsStale();
  const [state, setState] = useState<State>('idle');
  const failed = typeof state === 'object' ? state.failed : undefined;
  const download = async () => {
    setState('busy');
    try {
      saveFile(await file());
      setState('idle');
    } catch (error) {
      setState({ failed: reasonOf(error) });
    }
  };
  return (
    <>
      {failed !== undefined && (
        <span role="alert" className="hint">
          {failed}
        </span>
      )}
      <Button
        data-download
        variant="quiet"
        onClick={download}
        disabled={state === 'busy' || isStale || isLoading}
        aria-label={t('report.download', { what: label })}
        title={failed ?? t('report.download', { what: label })}
      >
        <Icon name="download" />
        {failed === undefined ? 'CSV' : t('common.tryAgain')}
      </Button>
    </>
  );
}

/** Too many requests pass by themselves: whoever waits for a moment can try again. */
function reasonOf(error: unknown): string {
  return error instanceof ApiProblem && error.status === 429 ? t('problems.rate_limited') : t('report.downloadFailed');
}
