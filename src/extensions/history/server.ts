import { least } from '../../core/engine/sweeps/kept-data.ts';
import { defineServerHalf } from '../../core/server/extension/server-half.ts';
import { HistoryImports } from './history-imports.ts';
import {
  createImport,
  getImport,
  type HistoryServices,
  historyImport,
  historyProgress,
  historyUpload,
  listImports,
  removeImport,
  umamiDays,
} from './history-operations.ts';
import { startHistoryJob } from './import-job.ts';
import { HistoryImportThread } from './importer.ts';
import { historyReads } from './reads.ts';
import { sweepHistoryUploads } from './stored-uploads.ts';
import { HistoryUploads } from './upload.ts';

export const server = defineServerHalf<HistoryServices>({
  reads: historyReads,
  actions: [listImports, getImport, createImport, removeImport],
  services: ({ database, clock, logger }) => ({
    historyImports: new HistoryImports(database, clock),
    historyUploads: new HistoryUploads({
      ...{ database, clock },
      onFailure: (error) => logger.error({ err: error }, 'what came of a file of history could not be deleted yet'),
    }),
  }),
  jobs: ({ config, trustedClock, logger, databaseOf }) => [
    startHistoryJob({
      ...{ logger, clock: trustedClock.forLeases, database: databaseOf('importing history') },
      importer: new HistoryImportThread(config.databaseUrl),
    }),
  ],
  sweeps: (clock) => [(database) => sweepHistoryUploads(database, clock())],
  keptData: () => [
    {
      kind: 'history',
      tables: ['history_imports', 'history_days', 'history_values', 'history_uploads', 'history_upload_pieces'],
      until: 'erased',
      oldest: least('history_days', 'day'),
    },
  ],
  schemas: [
    [historyImport, 'HistoryImport'],
    [umamiDays, 'UmamiDays'],
    [historyProgress, 'HistoryProgress'],
    [historyUpload, 'HistoryUpload'],
  ],
  errorCodes: {
    invalid_file: 'The file is not one that the tool exports: detail names the file, the line and the column.',
    file_too_large: 'The file has too much in it, unpacked: export fewer days at once.',
    days_counted:
      'Days of the file have events of this service: detail names them, and the last day that can be imported.',
    days_imported: 'Days of the file are in another import: detail names them.',
    too_many_imports: 'The website has too many imports: remove one.',
  },
});
