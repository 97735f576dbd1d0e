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
import { t } from '../language/t.ts';
import { ArrivalItem } from './arrival-item.tsx';
import styles from './first-event.module.css';
import { CreateKeyDialog } from './key-dialogs.tsx';
import { SnippetCard } from './snippet-card.tsx';

/** How many of the latest events are shown. */
const SHOWN_MAX = 5;
const PAGE_VIEW = 'page_view';
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
        <EmptyState title={t('common.noEventsYet')}>
          <p>{t('live.numbersAppear')}</p>
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
        <EmptyState title={t('live.editorHasToSend')}>
          <p>{t('live.editorsSee')}</p>
        </EmptyState>
      </PlainCard>
    );
  }
  return (
    <>
      <SnippetCard websiteId={websiteId} title={t('live.addTracker')} onCreate={onCreate} />
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
  const isCounted = arrivals.some(({ outcome, type }) => outcome === 'accepted' && type !== PAGE_VIEW);
  return (
    <Card
      title={titleOf(arrivals, isCounted)}
      hint={
        <span role="status">
          <PollingDot isOn={isPolling && !error} />
          {error ? t('live.cannotBeReached') : hintOf(arrivals, isCounted)}
        </span>
      }
      flush={arrivals.length > 0}
      actions={
        <>
          <SendingLink websiteId={websiteId} />
          {isCounted && (
            <Button variant="primary" onClick={onDone}>
              {t('live.showNumbers')}
            </Button>
          )}
        </>
      }
    >
      {arrivals.length === 0 ? (
        <p>{t('live.eventsCanCome')}</p>
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
  if (isCounted) return t('live.firstArrived');
  if (arrivals.length === 0) return t('live.waiting');
  return arePageViews(arrivals) ? t('live.trackerRuns') : t('live.arrivedNotCounted');
}

/** They say that the tracker works, but no report of the website counts them. */
function arePageViews(arrivals: readonly Arrival[]): boolean {
  return arrivals.every(({ outcome, type }) => outcome === 'accepted' && type === PAGE_VIEW);
}

function hintOf(arrivals: readonly Arrival[], isCounted: boolean): string {
  if (isCounted) return t('live.countsFromNowOn');
  if (arrivals.length === 0) return t('live.leaveOpen');
  if (arePageViews(arrivals)) return t('live.markNext');
  return t('live.reasonSays');
}

function Markup({ websiteId }: OfWebsite) {
  const { api, settings } = useServices();
  const path = useSamplePath(websiteId) ?? INVENTED_PATH;
  const { data: allowed } = useQuery(websiteSettingsQuery(api, websiteId));
  const registers = allowed?.register_keys ?? false;
  const switches = [
    ...(allowed?.browser_orders === false ? [t('sending.browserOrders')] : []),
    ...(allowed?.form_contacts === false ? [t('sending.formContacts')] : []),
  ];
  const publicKey = useQuery(ingestKeysQuery(api, websiteId)).data?.find(({ key }) => key !== null);
  return (
    <Card title={t('live.markWhatToCount')} hint={registers ? t('live.chooseNames') : t('live.namesAreKeys')}>
      <CopyField label={t('live.theExample')} text={markupOf(path)} />
      <p className="hint">{t('live.viewWhenSeen')}</p>
      {switches.length > 0 && (
        <p className="hint">{t('live.switchedOff', { switches: switches.map((name) => `“${name}”`).join(', ') })}</p>
      )}
      {publicKey?.key && (
        <Disclosure summary={t('live.tryWithoutChange')}>
          <p className={styles.text}>{t('live.openPageAndPaste', { origin: publicKey.origins[0] ?? '' })}</p>
          <CopyField
            label={t('live.theConsoleCommand')}
            text={consoleCommand(settings.trackerUrl, publicKey.key, path)}
          />
        </Disclosure>
      )}
    </Card>
  );
}
