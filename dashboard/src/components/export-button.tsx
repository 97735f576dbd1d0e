// Downloads a long list as a CSV file, with progress, until it is done or cancelled.

import { useEffect, useRef, useState } from 'react';
import type { Progress } from '../api/contacts.ts';
import { type DownloadedFile, saveFile } from '../csv/download.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface ExportButtonProps {
  /** What the file contains, for screen reader users. */
  readonly label: string;
  readonly read: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<DownloadedFile>;
}

type State = { readonly name: 'idle' | 'failed' } | ({ readonly name: 'busy' } & Progress);

export function ExportButton({ label, read }: ExportButtonProps) {
  const [state, setState] = useState<State>({ name: 'idle' });
  const running = useRef<AbortController>(null);
  // Leaving the page ends the export.
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setState({ name: 'busy', done: 0, total: 0 });
    try {
      const file = await read(controller.signal, (progress) => {
        if (!controller.signal.aborted) setState({ name: 'busy', ...progress });
      });
      controller.signal.throwIfAborted();
      saveFile(file);
      setState({ name: 'idle' });
    } catch {
      if (!controller.signal.aborted) setState({ name: 'failed' });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ name: 'idle' });
  };

  if (state.name === 'busy') {
    return (
      <>
        <span role="status" className="hint">
          {t('report.downloadProgress', {
            done: formatCount(state.done),
            total: formatCount(Math.max(state.total, state.done)),
          })}
        </span>
        <Button variant="quiet" onClick={cancel} aria-label={t('report.cancelDownload', { what: label })}>
          {t('common.cancel')}
        </Button>
      </>
    );
  }
  return (
    <Button
      data-download
      variant="quiet"
      onClick={start}
      aria-label={t('report.download', { what: label })}
      title={state.name === 'failed' ? t('report.downloadFailed') : t('report.download', { what: label })}
    >
      <Icon name="download" />
      {state.name === 'failed' ? t('common.tryAgain') : 'CSV'}
    </Button>
  );
}
