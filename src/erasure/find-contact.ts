// Finds the contact to erase.
import type { Contact } from '../contacts/contact.ts';
import type { ContactStore } from '../contacts/contact-store.ts';
import { emailKeyToFind } from '../contacts/match-keys.ts';

export async function findContact(
  store: ContactStore,
  websiteId: number,
  filter: { readonly id?: number; readonly email?: string },
): Promise<Contact | undefined> {
  const { id, email } = filter;
  if (id !== undefined) return (await store.find(websiteId, { id }))[0];
  const key = emailKeyToFind(email ?? '');
  return key === undefined ? undefined : (await store.find(websiteId, { emailKey: key }))[0];
}
