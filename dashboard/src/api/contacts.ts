// Contacts: list, save, delete.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';
import { problemOf } from './problem.ts';
import type { Contact } from './types.ts';

interface ContactPage {
  readonly contacts: readonly Contact[];
  readonly total: number;
}

/** The key of all contact queries of a website. */
export function contactsKey(websiteId: number) {
  return ['contacts', websiteId] as const;
}

export function contactsQuery(api: Api, websiteId: number, email: string, page: number) {
  return queryOptions({
    queryKey: [...contactsKey(websiteId), email, page],
    queryFn: async ({ signal }): Promise<ContactPage> => {
      const query = { website_id: websiteId, page, ...(email !== '' && { email }) };
      const { data, error, response } = await api.GET('/api/v1/contacts', { params: { query }, signal });
      if (!data) throw problemOf(response.status, error);
      return { contacts: data, total: Number(response.headers.get('x-total-count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });
}

export function saveContact(api: Api, websiteId: number, body: Record<string, string>): Promise<Contact> {
  return unwrap(api.POST('/api/v1/contacts', { params: { query: { website_id: websiteId } }, body }));
}

export function deleteContact(api: Api, websiteId: number, email: string): Promise<unknown> {
  return unwrap(api.DELETE('/api/v1/contacts', { params: { query: { website_id: websiteId, email } } }));
}
