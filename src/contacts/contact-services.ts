// What the operations on contacts need from the server.
import type { ContactStore } from './contact-store.ts';

export interface ContactServices {
  readonly contacts: ContactStore;
}
