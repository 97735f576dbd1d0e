import type { Extension } from '../../core/server/command/extension.ts';
import { EXPORT_SECTION } from './export-config.ts';

export const exports: Extension = {
  name: 'exports',
  needs: ['experiments'],
  configuration: EXPORT_SECTION,
  commands: { export: async () => (await import('./export-command.ts')).exportCommand },
  server: async () => (await import('./server.ts')).server,
};
