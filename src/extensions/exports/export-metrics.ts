// The Prometheus metrics of the scheduled export.
import { Counter, Gauge, type Registry } from 'prom-client';
import { EXPORT_RESULTS, type ExportObserver } from './export-job.ts';

export function exportMetrics(registry: Registry): ExportObserver {
  const registers = [registry];
  const runs = new Counter({
    name: 'funnel_exports_total',
    help: 'Scheduled exports that this process has run, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of EXPORT_RESULTS) runs.inc({ result }, 0);
  const rows = new Counter({
    name: 'funnel_exported_rows_total',
    help: 'Rows that scheduled exports of this process have written.',
    registers,
  });
  const lastSuccess = new Gauge({
    name: 'funnel_export_last_success_timestamp_seconds',
    help: 'When this process last finished a scheduled export; 0 if it has not yet.',
    registers,
  });
  return {
    run: (result) => runs.inc({ result }),
    complete: (at, { rows: written }) => {
      rows.inc(written);
      lastSuccess.set(at.getTime() / 1000);
    },
  };
}
