import { PlainCard } from './card.tsx';
import { EmptyState } from './states.tsx';

/** What viewers see where the service would refuse them. */
export function EditorsOnly() {
  return (
    <PlainCard>
      <EmptyState title="Only editors and owners can see this">
        <p>Your role is viewer. Ask an owner of the account for another role.</p>
      </EmptyState>
    </PlainCard>
  );
}
