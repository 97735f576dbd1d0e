// Annotations, goals and saved views of a website. Everybody who may see the website sees them.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';
import type { GoalsReport } from './types.ts';

export type Annotation = Schemas['Annotation'];
export type Goal = Schemas['Goal'];
export type GoalProgress = GoalsReport['data']['goals'][number];
export type SavedView = Schemas['SavedView'];
/** What people enter. */
type Entered<Kind> = Omit<Kind, 'id' | 'created_at' | 'updated_at'>;

export const ANNOTATIONS_KEY = ['annotations'] as const;
export const GOALS_KEY = ['goals'] as const;
export const VIEWS_KEY = ['saved-views'] as const;

function ofWebsite(websiteId: number) {
  return { query: { website_id: websiteId } };
}

function ofRecord(websiteId: number, id: number) {
  return { path: { id }, query: { website_id: websiteId } };
}

export function annotationsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...ANNOTATIONS_KEY, websiteId],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/annotations', { params: ofWebsite(websiteId), signal })),
    select: ({ annotations }) => annotations,
  });
}

export function saveAnnotation(
  api: Api,
  websiteId: number,
  id: number | undefined,
  body: Entered<Annotation>,
): Promise<Annotation> {
  if (id === undefined) return unwrap(api.POST('/api/v1/annotations', { params: ofWebsite(websiteId), body }));
  return unwrap(api.PATCH('/api/v1/annotations/{id}', { params: ofRecord(websiteId, id), body }));
}

export async function deleteAnnotation(api: Api, websiteId: number, id: number): Promise<void> {
  await unwrap(api.DELETE('/api/v1/annotations/{id}', { params: ofRecord(websiteId, id) }));
}

export function goalsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...GOALS_KEY, websiteId],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/goals', { params: ofWebsite(websiteId), signal })),
    select: ({ goals }) => goals,
  });
}

export function goalProgressQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...GOALS_KEY, websiteId, 'progress'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/goals', { params: ofWebsite(websiteId), signal })),
    select: ({ data }) => data,
  });
}

export function saveGoal(api: Api, websiteId: number, id: number | undefined, body: Entered<Goal>): Promise<Goal> {
  if (id === undefined) return unwrap(api.POST('/api/v1/goals', { params: ofWebsite(websiteId), body }));
  return unwrap(api.PATCH('/api/v1/goals/{id}', { params: ofRecord(websiteId, id), body }));
}

export async function deleteGoal(api: Api, websiteId: number, id: number): Promise<void> {
  await unwrap(api.DELETE('/api/v1/goals/{id}', { params: ofRecord(websiteId, id) }));
}

export function savedViewsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...VIEWS_KEY, websiteId],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/views', { params: ofWebsite(websiteId), signal })),
    select: ({ views }) => views,
  });
}

export function saveView(api: Api, websiteId: number, body: Entered<SavedView>): Promise<SavedView> {
  return unwrap(api.POST('/api/v1/views', { params: ofWebsite(websiteId), body }));
}

export async function deleteView(api: Api, websiteId: number, id: number): Promise<void> {
  await unwrap(api.DELETE('/api/v1/views/{id}', { params: ofRecord(websiteId, id) }));
}
