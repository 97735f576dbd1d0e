// Since when there is data of each website: nothing is compared with earlier days.
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';
import { KEPT_EVENTS_KEY } from './kept-events.ts';
import { ApiProblem } from './problem.ts';

export interface FirstDays {
  /** undefined: the website has no events, or it is not known. */
  readonly firstDay?: string;
  /** The events of this day and of later ones are kept. undefined: none are, or it is not known. */
  readonly keptFrom?: string;
}

/** By website. */
export function firstDaysQuery(api: Api) {
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'first-days'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, FirstDays>> => {
      try {
        const { websites } = await unwrap(api.GET('/api/v1/reports/websites/first-days', { signal }));
        return new Map(
          websites.map(({ id, first_day: firstDay, kept_from: keptFrom }) => [
            id,
            { ...(firstDay !== null && { firstDay }), ...(keptFrom !== null && { keptFrom }) },
          ]),
        );
      } catch (error) {
        // A chat does not have it.
        if (error instanceof ApiProblem && error.status === 404) return new Map();
        throw error;
      }
    },
  });
}
