import type { Extension } from '../../core/server/command/extension.ts';
import { LOGIN_SECTION } from './login-config.ts';

export const companyLogin: Extension = {
  name: 'company-login',
  configuration: LOGIN_SECTION,
  commands: { 'user unlink': async () => (await import('./user-unlink.ts')).userUnlinkCommand },
  server: async () => (await import('./server.ts')).server,
};
