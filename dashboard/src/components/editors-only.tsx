import { t } from '../language/t.ts';
import { PlainCard } from './card.tsx';
import { EmptyState } from './states.tsx';

/** What viewers see where the service would refuse them. */
export function EditorsOnly() {
  return (
    <PlainCard>
      <EmptyState title={t('report.editorsOnly')}>
        <p>{t('report.yourRoleIsViewer')}</p>
      </EmptyState>
    </PlainCard>
  );
}
