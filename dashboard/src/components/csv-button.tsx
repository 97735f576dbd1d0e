import { useState } from 'react';
import type { CsvFile } from '../csv/csv.ts';
import { downloadCsv } from '../csv/download.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface CsvButtonProps {
  /** Becomes the file name. */
  readonly name: string;
  /** What the file contains, for screen reader users. */
  readonly label: string;
  /** May have to load more than the page shows. */
  readonly file: () => CsvFile | Promise<CsvFile>;
}

export function CsvButton({ name, label, file }: CsvButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async () => {
    setState('busy');
    try {
      downloadCsv(name, await file());
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
      disabled={state === 'busy'}
      aria-label={`Download ${label} as CSV`}
      title={state === 'failed' ? 'The download failed. Try again.' : `Download ${label} as CSV`}
    >
      <Icon name="download" />
      {state === 'failed' ? 'Try again' : 'CSV'}
    </Button>
  );
}
