// What is stored of a website: how long, everything about one contact, and erasing it. For owners.
import { queryOptions } from '@tanstack/react-query';
import type { DownloadedFile } from '../csv/download.ts';
import { fileNameIn } from '../csv/file-name.ts';
import { languageOfAnswers } from '../language/t.ts';
import { type Api, unwrap } from './client.ts';
import { ApiProblem, problemOf } from './problem.ts';
import type { Contact } from './types.ts';

export type KeptData = Awaited<ReturnType<typeof readKeptData>>['kept'][number];
export type Erasure = Awaited<ReturnType<typeof previewErasure>>;

/** What is erased. */
export type ErasedThing =
  | { readonly kind: 'visitor'; readonly visitor: string }
  | { readonly kind: 'contact'; readonly contact_id: number }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'website' };

export function keptDataKey(websiteId: number) {
  return ['kept-data', websiteId] as const;
}

export function keptDataQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: keptDataKey(websiteId),
    queryFn: ({ signal }) => readKeptData(api, websiteId, signal),
  });
}

function readKeptData(api: Api, websiteId: number, signal: AbortSignal) {
  return unwrap(api.GET('/api/v1/kept-data', { params: { query: { website_id: websiteId } }, signal }));
}

export function previewErasure(api: Api, websiteId: number, body: ErasedThing, signal?: AbortSignal) {
  const params = { query: { website_id: websiteId } };
  return unwrap(api.POST('/api/v1/erasures/preview', { params, body, ...(signal && { signal }) }));
}

export function erase(api: Api, websiteId: number, thing: ErasedThing): Promise<Erasure> {
  const params = { query: { website_id: websiteId } };
  return unwrap(api.POST('/api/v1/erasures', { params, body: { ...thing, confirm: true } }));
}

/** What is left of a website that is being erased. null: it is gone. Ask only while it is: all its rows are counted. */
export function websiteErasureQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: ['erasure', websiteId],
    queryFn: async ({ signal }): Promise<Erasure | null> => {
      try {
        return await previewErasure(api, websiteId, { kind: 'website' }, signal);
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** undefined: no contact has this address. */
export async function findContact(api: Api, websiteId: number, email: string): Promise<Contact | undefined> {
  const query = { website_id: websiteId, email };
  return (await unwrap(api.GET('/api/v1/contacts', { params: { query } })))[0];
}

/** Everything that is stored about a contact, as a file. */
export async function readContactData(api: Api, websiteId: number, id: number): Promise<DownloadedFile> {
  const params = { path: { id }, query: { website_id: websiteId, ...languageOfAnswers() } };
  const { data, error, response } = await api.GET('/api/v1/contacts/{id}/data', { params });
  if (!data) throw problemOf(response.status, error);
  const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  return { name: fileNameIn(response.headers.get('content-disposition')), content };
}
