// Everything that can be done with contacts over REST.
import type { Endpoint } from './define-endpoint.ts';
import { deleteContact } from './delete-contact.ts';
import { listContacts } from './list-contacts.ts';
import { upsertContact } from './upsert-contact.ts';

export const CONTACT_ENDPOINTS: readonly Endpoint[] = [listContacts, upsertContact, deleteContact];
