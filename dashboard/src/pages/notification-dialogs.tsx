// Dialogs for subscriptions: what is sent, where to, and when not.
import { useId, useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  type Channel,
  type CreatedSubscription,
  changeSubscription,
  createSubscription,
  NOTIFICATIONS_KEY,
  type QuietHours,
  type Report,
  type ReportFormat,
  removeSubscription,
  replaceSecret,
  type SentOn,
  type Subscription,
  type Topic,
  type WantedReport,
} from '../api/notifications.ts';
import { useCanEdit, useRole } from '../api/role.ts';
import { ConfirmDialog, type ErrorOfField, FormDialog } from '../components/action-dialog.tsx';
import { Choice, Choices } from '../components/choices.tsx';
import { FieldError, FieldRow, InputField, SelectField, TextAreaField } from '../components/field.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import {
  CHANNEL_NAMES,
  NEWS_TOPICS,
  RECORD_TOPICS,
  REPORT_FORMAT_NAMES,
  reportFormatDetail,
  SENT_ON,
  sentOnName,
  TOPIC_NAMES,
  topicDetail,
} from '../format/notifications.ts';
import { listTimezones, ownTimezone, timezoneName } from '../format/timezones.ts';
import { t } from '../language/t.ts';

const FIELDS = ['url', 'topics', 'report', 'quiet_hours'];

interface CreateDialogProps {
  readonly websiteId: number;
  /** null: there is no mail server. */
  readonly email: string | null;
  onClose(): void;
  onCreated(created: CreatedSubscription): void;
}

export function CreateSubscriptionDialog({ websiteId, email, onClose, onCreated }: CreateDialogProps) {
  const { api } = useServices();
  const [channel, setChannel] = useState<Channel>(email === null ? 'slack' : 'email');
  const channels = (Object.keys(CHANNEL_NAMES) as Channel[]).filter((each) => each !== 'email' || email !== null);
  return (
    <FormDialog
      title={t('notifications.addSubscription')}
      action={t('common.add')}
      fields={FIELDS}
      submit={(form) =>
        createSubscription(api, websiteId, {
          channel,
          ...(channel !== 'email' && { url: textOf(form, 'url') }),
          topics: topicsOf(form),
          report: reportOf(form),
          quiet_hours: quietHoursOf(form),
        })
      }
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      {(errorOf) => (
        <>
          <SelectField
            label={t('notifications.sendTo')}
            name="channel"
            value={channel}
            onChange={(event) => setChannel(event.target.value as Channel)}
          >
            {channels.map((each) => (
              <option key={each} value={each}>
                {each === 'email' ? t('notifications.emailTo', { address: email ?? '' }) : CHANNEL_NAMES[each]}
              </option>
            ))}
          </SelectField>
          {channel !== 'email' && <UrlField channel={channel} error={errorOf('url')} required />}
          <TopicChoices chosen={NEWS_TOPICS} errorOf={errorOf} />
          {channel === 'webhook' && <RecordChoices websiteId={websiteId} chosen={[]} />}
          {channel === 'email' && <ReportFields websiteId={websiteId} report={null} errorOf={errorOf} />}
          <QuietHoursFields quietHours={null} errorOf={errorOf} />
        </>
      )}
    </FormDialog>
  );
}

interface OfSubscription {
  readonly subscription: Subscription;
  onClose(): void;
}

export function ChangeSubscriptionDialog({ subscription, onClose }: OfSubscription) {
  const { api } = useServices();
  const { id, channel, topics, report, quiet_hours: quietHours } = subscription;
  return (
    <FormDialog
      title={t('notifications.changeSubscription')}
      action={t('common.save')}
      fields={FIELDS}
      submit={(form) => {
        const url = textOf(form, 'url');
        const change = { topics: topicsOf(form), report: reportOf(form), quiet_hours: quietHoursOf(form) };
        return changeSubscription(api, id, url === '' ? change : { ...change, url });
      }}
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p className="hint">
            {CHANNEL_NAMES[channel]}: {subscription.destination}
          </p>
          {channel !== 'email' && (
            <UrlField channel={channel} error={errorOf('url')} label={t('notifications.newUrl')} />
          )}
          {channel !== 'email' && <p className="hint">{t('notifications.keepUrl')}</p>}
          <TopicChoices chosen={topics} errorOf={errorOf} />
          {channel === 'webhook' && <RecordChoices websiteId={subscription.website_id} chosen={topics} />}
          {channel === 'email' && (
            <ReportFields websiteId={subscription.website_id} report={report} errorOf={errorOf} />
          )}
          <QuietHoursFields quietHours={quietHours} errorOf={errorOf} />
        </>
      )}
    </FormDialog>
  );
}

interface UrlFieldProps {
  readonly channel: Channel;
  readonly error: string | undefined;
  readonly label?: string;
  readonly required?: boolean;
}

function UrlField({ channel, error, label = 'URL', required = false }: UrlFieldProps) {
  const isSlack = channel === 'slack';
  return (
    <>
      <InputField
        label={label}
        name="url"
        type="url"
        autoComplete="off"
        placeholder={isSlack ? 'https://hooks.slack.com/services/…' : 'https://…'}
        maxLength={2000}
        required={required}
        error={error}
      />
      <p className="hint">{isSlack ? t('notifications.slackHint') : t('notifications.webhookHint')}</p>
    </>
  );
}

interface TopicChoicesProps {
  readonly chosen: readonly Topic[];
  readonly errorOf: ErrorOfField;
}

function TopicChoices({ chosen, errorOf }: TopicChoicesProps) {
  const error = errorOf('topics');
  return (
    <Choices legend={t('notifications.what')}>
      {NEWS_TOPICS.map((topic) => (
        <TopicChoice key={topic} topic={topic} chosen={chosen} />
      ))}
      {error !== undefined && <FieldError>{t('notifications.chooseAtLeastOne')}</FieldError>}
    </Choices>
  );
}

interface RecordChoicesProps {
  readonly websiteId: number;
  readonly chosen: readonly Topic[];
}

function RecordChoices({ websiteId, chosen }: RecordChoicesProps) {
  if (useRole(websiteId) !== 'owner') return null;
  return (
    <Choices legend={t('notifications.records')}>
      {RECORD_TOPICS.map((topic) => (
        <TopicChoice key={topic} topic={topic} chosen={chosen} />
      ))}
      <p className="hint">{t('notifications.recordsHint')}</p>
    </Choices>
  );
}

function TopicChoice({ topic, chosen }: { readonly topic: Topic; readonly chosen: readonly Topic[] }) {
  return (
    <Choice
      type="checkbox"
      name="topics"
      value={topic}
      defaultChecked={chosen.includes(topic)}
      detail={topicDetail(topic)}
    >
      {TOPIC_NAMES[topic]}
    </Choice>
  );
}

const FORMATS = Object.keys(REPORT_FORMAT_NAMES) as ReportFormat[];

interface ReportFieldsProps {
  readonly websiteId: number;
  readonly report: Report | null;
  readonly errorOf: ErrorOfField;
}

/** When it is sent, and to whom else, is asked once there is something to send. */
function ReportFields({ websiteId, report, errorOf }: ReportFieldsProps) {
  const canEdit = useCanEdit(websiteId);
  const [formats, setFormats] = useState<readonly ReportFormat[]>(report?.formats ?? []);
  return (
    <Choices legend={t('notifications.reportAsFile')}>
      {FORMATS.map((format) => (
        <Choice
          key={format}
          type="checkbox"
          name="formats"
          value={format}
          checked={formats.includes(format)}
          onChange={({ target }) =>
            setFormats(target.checked ? [...formats, format] : formats.filter((each) => each !== format))
          }
          detail={reportFormatDetail(format)}
        >
          {REPORT_FORMAT_NAMES[format]}
        </Choice>
      ))}
      {formats.length > 0 && (
        <>
          <SelectField label={t('notifications.sendIt')} name="sent_on" defaultValue={report?.sent_on ?? 'monday'}>
            {SENT_ON.map((sentOn) => (
              <option key={sentOn} value={sentOn}>
                {sentOnName(sentOn)}
              </option>
            ))}
          </SelectField>
          <p className="hint">{t('notifications.reportHint')}</p>
          {canEdit && <RecipientsField emails={report?.recipients ?? []} error={errorOf('report')} />}
        </>
      )}
    </Choices>
  );
}

/** How many a report can have: see the service. */
const RECIPIENTS_MAX = 20;

function RecipientsField({
  emails,
  error,
}: {
  readonly emails: readonly string[];
  readonly error: string | undefined;
}) {
  const hintId = useId();
  return (
    <>
      <TextAreaField
        label={t('notifications.alsoTo')}
        name="recipients"
        rows={3}
        autoComplete="off"
        spellCheck={false}
        defaultValue={emails.join('\n')}
        aria-describedby={hintId}
        aria-invalid={error !== undefined}
      />
      <p className="hint" id={hintId}>
        {t('notifications.alsoToHint')}
      </p>
      {error !== undefined && (
        <FieldError>{t('notifications.invalidRecipients', { max: String(RECIPIENTS_MAX) })}</FieldError>
      )}
    </>
  );
}

const USUAL_NIGHT = { from: '22:00', to: '07:00' };

interface QuietHoursFieldsProps {
  readonly quietHours: QuietHours | null;
  readonly errorOf: ErrorOfField;
}

function QuietHoursFields({ quietHours, errorOf }: QuietHoursFieldsProps) {
  const [isOn, setIsOn] = useState(quietHours !== null);
  const error = errorOf('quiet_hours');
  const { from, to, time_zone: zone } = quietHours ?? { ...USUAL_NIGHT, time_zone: ownTimezone() };
  return (
    <Choices legend={t('notifications.when')}>
      <Choice
        type="checkbox"
        checked={isOn}
        onChange={(event) => setIsOn(event.target.checked)}
        detail={t('notifications.inQuietHours')}
      >
        {t('notifications.quietHours')}
      </Choice>
      {isOn && (
        <>
          <FieldRow>
            <InputField label={t('notifications.from')} name="quiet_from" type="time" defaultValue={from} required />
            <InputField label={t('notifications.to')} name="quiet_to" type="time" defaultValue={to} required />
          </FieldRow>
          <SelectField label={t('common.timezone')} name="time_zone" defaultValue={zone}>
            {listTimezones(zone).map((name) => (
              <option key={name} value={name}>
                {timezoneName(name)}
              </option>
            ))}
          </SelectField>
          {error !== undefined && <FieldError>{t('notifications.timesDiffer')}</FieldError>}
        </>
      )}
    </Choices>
  );
}

export function ReplaceSecretDialog({
  subscription,
  onClose,
  onReplaced,
}: OfSubscription & { onReplaced(secret: string): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={t('notifications.replaceSecretQuestion')}
      action={t('notifications.replace')}
      confirm={async () => onReplaced(await replaceSecret(api, subscription.id))}
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
      // What comes next is up to whoever gets the secret.
      onDone={() => {}}
    >
      <p>{t('notifications.replaceHint')}</p>
    </ConfirmDialog>
  );
}

export function WebhookSecretDialog({ secret, onClose }: { readonly secret: string; onClose(): void }) {
  return (
    <SecretDialog
      title={t('notifications.webhookSecret')}
      label={t('notifications.theSecret')}
      secret={secret}
      notice={t('notifications.copySecret')}
      onClose={onClose}
    />
  );
}

export function RemoveSubscriptionDialog({ subscription, onClose }: OfSubscription) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={t('notifications.removeSubscription')}
      action={t('common.remove')}
      confirm={() => removeSubscription(api, subscription.id)}
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
    >
      <p>{t('notifications.nothingMoreSent', { destination: subscription.destination })}</p>
    </ConfirmDialog>
  );
}

function topicsOf(form: FormData): Topic[] {
  return form.getAll('topics') as Topic[];
}

function reportOf(form: FormData): WantedReport | null {
  const formats = form.getAll('formats') as ReportFormat[];
  if (formats.length === 0) return null;
  const report = { formats, sent_on: textOf(form, 'sent_on') as SentOn };
  if (!form.has('recipients')) return report;
  return {
    ...report,
    recipients: textOf(form, 'recipients')
      .split(/[\s,;]+/)
      .filter((email) => email !== ''),
  };
}

function quietHoursOf(form: FormData): QuietHours | null {
  if (!form.has('quiet_from')) return null;
  return { from: textOf(form, 'quiet_from'), to: textOf(form, 'quiet_to'), time_zone: textOf(form, 'time_zone') };
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
