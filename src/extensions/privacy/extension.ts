import type { Extension } from '../../core/server/command/extension.ts';

/** What is kept of people, and for how long: the story of a contact, everything that is stored about it, and erasing by owners. */
export const privacy: Extension = {
  name: 'privacy',
  server: async () => (await import('./server.ts')).server,
};
