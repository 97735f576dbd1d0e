// The services that the contact operations use.
import type { ContactStore } from './contact-store.ts';

export interface ContactServices {
  readonly contacts: ContactStore;
}
