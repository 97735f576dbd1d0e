// Contacts: list, search, export, save, change, delete, and what forms have said about them.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DownloadedFile } from '../csv/download.ts';
import { fileNameIn } from '../csv/file-name.ts';
import { languageOfAnswers } from '../language/t.ts';
import { type Api, unwrap } from './client.ts';
import { problemOf } from './problem.ts';
import type { Contact } from './types.ts';

interface ContactPage {
  readonly contacts: readonly Contact[];
  readonly total: number;
}

/** What the contacts of a page are found by. */
export interface ContactSearch {
  /** Parts of names, address or phone number. */
  readonly text: string;
  /** The campaign that they came from. */
  readonly campaignId: number | undefined;
}

/** The key of all contact queries of a website. */
export function contactsKey(websiteId: number) {
  return ['contacts', websiteId] as const;
}

export function contactsQuery(api: Api, websiteId: number, page: number) {
  return queryOptions({
    queryKey: [...contactsKey(websiteId), 'page', page],
    queryFn: async ({ signal }): Promise<ContactPage> => {
      const query = { website_id: websiteId, page };
      const { data, error, response } = await api.GET('/api/v1/contacts', { params: { query }, signal });
      if (!data) throw problemOf(response.status, error);
      return { contacts: data, total: Number(response.headers.get('x-total-count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });
}

export function contactQuery(api: Api, websiteId: number, id: number) {
  return queryOptions({
    queryKey: [...contactsKey(websiteId), 'contact', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/contacts', { params: { query: { website_id: websiteId, id } }, signal })),
    select: ([contact]) => contact,
  });
}

export type StoryEntry = Awaited<ReturnType<typeof readStory>>['entries'][number];

interface AskedStory {
  readonly websiteId: number;
  readonly contactId: number;
  readonly page: number;
}

export function contactStoryQuery(api: Api, asked: AskedStory) {
  const { websiteId, contactId, page } = asked;
  return queryOptions({
    queryKey: [...contactsKey(websiteId), 'story', contactId, page],
    queryFn: ({ signal }) => readStory(api, asked, signal),
    placeholderData: keepPreviousData,
  });
}

function readStory(api: Api, { websiteId, contactId, page }: AskedStory, signal: AbortSignal) {
  const query = { website_id: websiteId, page, ...languageOfAnswers() };
  return unwrap(api.GET('/api/v1/contacts/{id}/story', { params: { path: { id: contactId }, query }, signal }));
}

/** What a form has said about a contact. */
export type Unconfirmed = Awaited<ReturnType<typeof readUnconfirmed>>['unconfirmed'][number];

export function unconfirmedQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...contactsKey(websiteId), 'unconfirmed'],
    queryFn: ({ signal }) => readUnconfirmed(api, websiteId, signal),
  });
}

function readUnconfirmed(api: Api, websiteId: number, signal: AbortSignal) {
  const params = { query: { website_id: websiteId } };
  return unwrap(api.GET('/api/v1/contacts/unconfirmed', { params, signal }));
}

/** Adds it to the contact. */
export function acceptUnconfirmed(api: Api, website_id: number, id: number): Promise<unknown> {
  const params = { path: { id }, query: { website_id } };
  return unwrap(api.POST('/api/v1/contacts/unconfirmed/{id}/accept', { params }));
}

export function dismissUnconfirmed(api: Api, website_id: number, id: number): Promise<unknown> {
  const params = { path: { id }, query: { website_id } };
  return unwrap(api.DELETE('/api/v1/contacts/unconfirmed/{id}', { params }));
}

export function foundContactsQuery(api: Api, websiteId: number, { text, campaignId }: ContactSearch) {
  return infiniteQueryOptions({
    queryKey: [...contactsKey(websiteId), 'search', text, campaignId],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        website_id: websiteId,
        query: text,
        ...(campaignId !== undefined && { campaign_id: campaignId }),
        ...(pageParam !== null && { after: pageParam }),
      };
      return unwrap(api.GET('/api/v1/contacts/search', { params: { query }, signal }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

const NEW_LINE = 0x0a;

/** All contacts as a CSV file, in parts, which need not stay in the memory of the page. */
export async function readContactsFile(
  api: Api,
  website_id: number,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<DownloadedFile> {
  const params = { query: { website_id, format: 'csv' as const } };
  const { data, error, response } = await api.GET('/api/v1/contacts/export', { params, signal, parseAs: 'stream' });
  if (!data) throw problemOf(response.status, error);
  const total = Number(response.headers.get('x-total-count'));
  const parts: BlobPart[] = [];
  let lines = 0;
  for (const reader = data.getReader(); ; ) {
    const { value: bytes, done } = await reader.read();
    if (done) return { name: fileNameIn(response.headers.get('content-disposition')), content: new Blob(parts) };
    parts.push(bytes);
    for (const byte of bytes) if (byte === NEW_LINE) lines++;
    // The first line has the names of the columns.
    onProgress({ done: Math.min(Math.max(0, lines - 1), total), total });
  }
}

export function saveContact(api: Api, websiteId: number, body: Record<string, string>): Promise<Contact> {
  return unwrap(api.POST('/api/v1/contacts', { params: { query: { website_id: websiteId } }, body }));
}

/** null clears a field. */
export function changeContact(
  api: Api,
  { website_id, id }: Contact,
  body: Readonly<Record<string, string | null>>,
): Promise<Contact> {
  return unwrap(api.PATCH('/api/v1/contacts/{id}', { params: { path: { id }, query: { website_id } }, body }));
}

export function deleteContact(api: Api, { website_id, id }: Contact): Promise<unknown> {
  return unwrap(api.DELETE('/api/v1/contacts/{id}', { params: { path: { id }, query: { website_id } } }));
}

/** Deletes it with what the person did. */
export function forgetContact(api: Api, { website_id, id }: Contact): Promise<unknown> {
  return unwrap(api.POST('/api/v1/contacts/{id}/forget', { params: { path: { id }, query: { website_id } } }));
}
