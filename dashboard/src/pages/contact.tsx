// The story of a contact: where it came from, what it saw, answered and ordered, in the order of time, and what is not known of it.
import { useQuery } from '@tanstack/react-query';
import { contactQuery, contactStoryQuery, type StoryEntry } from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { useRole } from '../api/role.ts';
import { Card } from '../components/card.tsx';
import { EditorsOnly } from '../components/editors-only.tsx';
import { Notes } from '../components/notes.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Paging, readPageNumber, useExistingPage } from '../components/paging.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { entryDetails, entryTitle } from '../format/contact-story.ts';
import { contactAddress, contactName } from '../format/contacts.ts';
import { formatTimestamp } from '../format/dates.ts';
import { timezoneName } from '../format/timezones.ts';
import { t } from '../language/t.ts';
import { ContactFileButton } from '../privacy/contact-file.tsx';
import { Link, useQueryParameters } from '../routing/router.tsx';
import styles from './contact.module.css';

interface OfContact {
  readonly websiteId: number;
  readonly contactId: number;
}

export function ContactPage({ websiteId, contactId }: OfContact) {
  const api = useApi();
  const role = useRole(websiteId);
  const isAllowed = role !== undefined && role !== 'viewer';
  const websiteName = useQuery(websitesQuery(api)).data?.find(({ id }) => id === websiteId)?.name;
  const contact = useQuery({ ...contactQuery(api, websiteId, contactId), enabled: isAllowed });
  if (role === undefined) return <ReportSkeleton />;
  return (
    <PageFrame
      title={contact.data ? contactName(contact.data) : t('common.contact')}
      lead={contact.data && contactAddress(contact.data)}
      controls={isAllowed && <ContactFileButton websiteId={websiteId} contactId={contactId} />}
      crumbs={[
        { label: websiteName, to: { name: 'website', websiteId } },
        { label: t('common.contacts'), to: { name: 'contacts', websiteId } },
      ]}
    >
      {isAllowed ? <Story websiteId={websiteId} contactId={contactId} /> : <EditorsOnly />}
    </PageFrame>
  );
}

function Story({ websiteId, contactId }: OfContact) {
  const page = readPageNumber(useQueryParameters());
  const story = useQuery(contactStoryQuery(useApi(), { websiteId, contactId, page }));
  const { data } = story;
  useExistingPage(page, data?.pagination.per_page ?? 1, data?.pagination.total_entries);
  return (
    <Card
      title={t('contacts.story')}
      hint={data && t('contacts.storyHint', { timezone: timezoneName(data.timezone) })}
      flush
      stale={story.isPlaceholderData}
    >
      {story.isPending && <Skeleton lines={5} />}
      {story.isError && <ErrorState error={story.error} onRetry={() => story.refetch()} />}
      {data && (
        <>
          <Notes notes={data.notes} isInCard />
          <ol className={styles.story}>
            {data.entries.map((entry, place) => (
              <Entry
                // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and their order never changes.
                key={place}
                entry={entry}
                websiteId={websiteId}
                timezone={data.timezone}
                currency={data.currency}
              />
            ))}
          </ol>
          <Paging
            label={t('contacts.storyPages')}
            page={page}
            perPage={data.pagination.per_page}
            total={data.pagination.total_entries}
          />
        </>
      )}
    </Card>
  );
}

interface EntryProps {
  readonly entry: StoryEntry;
  readonly websiteId: number;
  readonly timezone: string;
  readonly currency: string;
}

function Entry({ entry, websiteId, timezone, currency }: EntryProps) {
  const { at, kind, count, campaign_id: campaignId, subject } = entry;
  return (
    <li className={styles.entry} data-kind={kind}>
      <time className={styles.time} dateTime={at}>
        {formatTimestamp(at, timezone)}
      </time>
      <div className={styles.what}>
        <p className={styles.title}>
          {entryTitle(entry, currency)}
          {count > 1 && <span className={styles.count}> {t('contacts.times', { count })}</span>}
        </p>
        {subject.length > 0 && (
          <p className={styles.detail}>
            {campaignId === null ? (
              subject[0]
            ) : (
              <Link to={{ name: 'campaign', websiteId, campaignId }}>{subject[0]}</Link>
            )}
            {subject.slice(1).map((name) => ` › ${name}`)}
          </p>
        )}
        {entryDetails(entry, currency).map((detail) => (
          <p key={detail} className={styles.detail}>
            {detail}
          </p>
        ))}
      </div>
    </li>
  );
}
