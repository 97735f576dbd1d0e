// The line that pages load the tracker with, and its key.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { ingestKeysQuery } from '../api/sending.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { SelectField } from '../components/field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { keyName, trackerSnippet } from '../format/ingest-keys.ts';
import { t } from '../language/t.ts';

interface SnippetCardProps {
  readonly websiteId: number;
  readonly title?: string;
  onCreate(): void;
}

export function SnippetCard({ websiteId, title = t('sending.inYourPages'), onCreate }: SnippetCardProps) {
  const { api, settings } = useServices();
  const keys = useQuery(ingestKeysQuery(api, websiteId));
  const [chosenId, setChosenId] = useState<number>();
  const publicKeys = keys.data?.filter(({ key }) => key !== null) ?? [];
  const chosen = publicKeys.find(({ id }) => id === chosenId) ?? publicKeys[0];
  return (
    <Card title={title} hint={t('sending.pasteLine')}>
      {keys.isPending && <Skeleton lines={2} />}
      {keys.isError && <ErrorState error={keys.error} onRetry={() => keys.refetch()} />}
      {keys.data && !chosen && (
        <EmptyState title={t('sending.noPublicKey')}>
          <p>{t('sending.needPublicKey')}</p>
          <Button onClick={onCreate}>{t('sending.createPublicKey')}</Button>
        </EmptyState>
      )}
      {chosen?.key && (
        <>
          {publicKeys.length > 1 && (
            <SelectField
              label={t('sending.withKey')}
              value={chosen.id}
              onChange={(event) => setChosenId(Number(event.target.value))}
            >
              {publicKeys.map((key) => (
                <option key={key.id} value={key.id}>
                  {keyName(key)} ({key.origins.join(', ')})
                </option>
              ))}
            </SelectField>
          )}
          <CopyField label={t('sending.theLine')} text={trackerSnippet(settings.trackerUrl, chosen.key)} />
          <p className="hint">{t('sending.worksOnOrigins', { origins: chosen.origins.join(', ') })}</p>
        </>
      )}
    </Card>
  );
}
