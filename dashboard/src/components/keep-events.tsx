// Whether a website keeps its events, which breakdowns and filters need: what that means, and the button that switches it on.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../api/context.tsx';
import { KEPT_EVENTS_KEY } from '../api/kept-events.ts';
import { EXPERIMENT_KEY } from '../api/queries.ts';
import { changeWebsiteSettings, SETTINGS_KEY } from '../api/sending.ts';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import { FieldError } from './field.tsx';

/** The setting `event_log`. */
export const KEEP_EVENTS = {
  label: t('report.keepEvents'),
  hint: t('report.keepEventsHint'),
};

/** Owners and editors see it. */
export function KeepEventsButton({ websiteId }: { readonly websiteId: number }) {
  const { api } = useServices();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => changeWebsiteSettings(api, websiteId, { event_log: true }),
    onSuccess: (changed) => {
      queries.setQueryData([...SETTINGS_KEY, websiteId], changed);
      return Promise.all(
        [KEPT_EVENTS_KEY, EXPERIMENT_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  return (
    <>
      <Button variant="primary" disabled={change.isPending} onClick={() => change.mutate()}>
        {t('report.keepEventsFromNowOn')}
      </Button>
      <p className="hint">{KEEP_EVENTS.hint}</p>
      {change.error && <FieldError>{change.error.message}</FieldError>}
    </>
  );
}
