// What a website without events shows instead of zeros: how to send the first one, and what becomes of it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { arrivalsQuery } from '../api/arrivals.ts';
import { useSamplePath } from '../api/catalog.ts';
import { useOptionalServices, useServices } from '../api/context.tsx';
import { useRole } from '../api/role.ts';
import { ingestKeysQuery, websiteSettingsQuery } from '../api/sending.ts';
import type { Arrival } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { PollingDot } from '../components/polling-dot.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState } from '../components/states.tsx';
import { consoleCommand, markupOf, type SubjectPath } from '../format/ingest-keys.ts';
import { ArrivalItem } from './arrival-item.tsx';
import styles from './first-event.module.css';
import { CreateKeyDialog } from './key-dialogs.tsx';
import { SnippetCard } from './snippet-card.tsx';

/** How many of the latest events are shown. */
const SHOWN_MAX = 5;
/** Registered with the first event, where the website allows it. */
const INVENTED_PATH: SubjectPath = { campaign: 'welcome', step: 'offer', element: 'button' };

interface OfWebsite {
  readonly websiteId: number;
}

interface FirstEventProps extends OfWebsite {
  /** The first event has arrived, and the user wants to see the report. */
  onDone(): void;
}

export function FirstEvent({ websiteId, onDone }: FirstEventProps) {
  const managesKeys = useOptionalServices()?.settings.managesTokens ?? false;
  const [isCreating, setCreating] = useState(false);
  if (!managesKeys) {
    return (
      <PlainCard>
        <EmptyState title="No events yet">
          <p>Numbers appear here once the first events of this website have arrived.</p>
        </EmptyState>
      </PlainCard>
    );
  }
  return (
    <>
      <Arrivals websiteId={websiteId} onDone={onDone} />
      <HowToSend websiteId={websiteId} onCreate={() => setCreating(true)} />
      {isCreating && (
        <CreateKeyDialog
          websiteId={websiteId}
          onClose={() => setCreating(false)}
          onCreated={() => setCreating(false)}
        />
      )}
    </>
  );
}

function HowToSend({ websiteId, onCreate }: OfWebsite & { onCreate(): void }) {
  const role = useRole(websiteId);
  if (role === undefined) return null;
  if (role === 'viewer') {
    return (
      <PlainCard>
        <EmptyState title="Somebody who may edit this website has to send the first event">
          <p>You may see its reports. Editors and owners of the account see here what to put into its pages.</p>
        </EmptyState>
      </PlainCard>
    );
  }
  return (
    <>
      <SnippetCard websiteId={websiteId} title="1. Add the tracker to your pages" onCreate={onCreate} />
      <Markup websiteId={websiteId} />
    </>
  );
}

function Arrivals({ websiteId, onDone }: FirstEventProps) {
  const { api, session } = useServices();
  const queries = useQueryClient();
  // A page that polls must not go on when the session has ended.
  const isPolling = useSyncExternalStore(session.subscribe, session.state).name === 'logged-in';
  const { data, error } = useQuery(arrivalsQuery(api, queries, websiteId, isPolling));
  const arrivals = data?.arrivals ?? [];
  const isCounted = arrivals.some(({ outcome }) => outcome === 'accepted');
  return (
    <Card
      title={titleOf(arrivals, isCounted)}
      hint={
        <span role="status">
          <PollingDot isOn={isPolling && !error} />
          {error ? 'The service cannot be reached. Trying again.' : hintOf(arrivals, isCounted)}
        </span>
      }
      flush={arrivals.length > 0}
      actions={
        <>
          <SendingLink websiteId={websiteId} />
          {isCounted && (
            <Button variant="primary" onClick={onDone}>
              Show the numbers
            </Button>
          )}
        </>
      }
    >
      {arrivals.length === 0 ? (
        <p>Events can come from pages, servers, shops and files.</p>
      ) : (
        <ol>
          {arrivals.slice(0, SHOWN_MAX).map((arrival) => (
            <ArrivalItem key={arrival.id} arrival={arrival} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function titleOf(arrivals: readonly Arrival[], isCounted: boolean): string {
  if (isCounted) return 'Your first event has arrived';
  return arrivals.length === 0 ? 'Waiting for the first event' : 'An event has arrived, but was not counted';
}

function hintOf(arrivals: readonly Arrival[], isCounted: boolean): string {
  if (isCounted) return 'It counts in all reports from now on.';
  if (arrivals.length === 0) return 'It shows up here within seconds, even if it is rejected. Leave this page open.';
  return 'The reason says what to change. The next attempt shows up here too.';
}

function Markup({ websiteId }: OfWebsite) {
  const { api, settings } = useServices();
  const path = useSamplePath(websiteId) ?? INVENTED_PATH;
  const registers = useQuery(websiteSettingsQuery(api, websiteId)).data?.register_keys ?? false;
  const publicKey = useQuery(ingestKeysQuery(api, websiteId)).data?.find(({ key }) => key !== null);
  return (
    <Card
      title="2. Mark what to count"
      hint={
        registers
          ? 'Choose the names yourself: a new campaign, step or element is added with its first event.'
          : 'The names are the keys of your campaigns, variants, steps and elements.'
      }
    >
      <CopyField label="the example" text={markupOf(path)} />
      <p className="hint">A view is counted when a visitor sees the section, a conversion when they click the link.</p>
      {publicKey?.key && (
        <Disclosure summary="Try it without changing a page">
          <p className={styles.text}>
            Open a page of {publicKey.origins[0]}, open the console of the browser (F12) and paste:
          </p>
          <CopyField
            label="the command for the console"
            text={consoleCommand(settings.trackerUrl, publicKey.key, path)}
          />
        </Disclosure>
      )}
    </Card>
  );
}
