// Gives a page the time zone of its days.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { MIXED_ZONES } from '../format/dates.ts';
import type { Page } from '../routing/pages.ts';
import { TimezoneProvider } from '../routing/timezone.tsx';

export function PageTimezone({ page, children }: { readonly page: Page; readonly children: ReactNode }) {
  const { data: websites = [] } = useQuery(websitesQuery(useApi()));
  const shown = 'websiteId' in page ? websites.filter(({ id }) => id === page.websiteId) : websites;
  const zones = new Set(shown.map(({ timezone = 'UTC' }) => timezone));
  return <TimezoneProvider value={zones.size > 1 ? MIXED_ZONES : [...zones][0]}>{children}</TimezoneProvider>;
}
