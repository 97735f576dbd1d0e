import { useState } from 'react';
import type { CsvFile } from '../csv/csv.ts';
import { downloadCsv } from '../csv/download.ts';
import { Icon } from './icon.tsx';

interface CsvButtonProps {
  /** Becomes the file's name. */
  readonly name: string;
  /** What the file holds, for those who don't see where the button stands. */
  readonly label: string;
  /** May have to ask for more than is shown. */
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
    <button
      type="button"
      className="button button-quiet"
      onClick={download}
      disabled={state === 'busy'}
      aria-label={`Download ${label} as CSV`}
      title={state === 'failed' ? 'The download failed. Try again.' : `Download ${label} as CSV`}
    >
      <Icon name="download" />
      {state === 'failed' ? 'Try again' : 'CSV'}
    </button>
  );
}
