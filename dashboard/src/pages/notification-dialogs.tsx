// Dialogs for subscriptions: what is sent, where to, and when not.
import { useState } from 'react';
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
import { ConfirmDialog, type ErrorOfField, FormDialog } from '../components/action-dialog.tsx';
import { Choice, Choices } from '../components/choices.tsx';
import { FieldError, FieldRow, InputField, SelectField } from '../components/field.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import {
  CHANNEL_NAMES,
  REPORT_FORMAT_DETAILS,
  REPORT_FORMAT_NAMES,
  SENT_ON_NAMES,
  TOPIC_DETAILS,
  TOPIC_NAMES,
  TOPICS,
} from '../format/notifications.ts';
import { listTimezones, ownTimezone, timezoneName } from '../format/timezones.ts';

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
      title="Add subscription"
      action="Add"
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
            label="Send to"
            name="channel"
            value={channel}
            onChange={(event) => setChannel(event.target.value as Channel)}
          >
            {channels.map((each) => (
              <option key={each} value={each}>
                {each === 'email' ? `Email: ${email}` : CHANNEL_NAMES[each]}
              </option>
            ))}
          </SelectField>
          {channel !== 'email' && <UrlField channel={channel} error={errorOf('url')} required />}
          <TopicChoices chosen={TOPICS} errorOf={errorOf} />
          {channel === 'email' && <ReportFields report={null} />}
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
      title="Change subscription"
      action="Save"
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
          {channel !== 'email' && <UrlField channel={channel} error={errorOf('url')} label="New URL" />}
          {channel !== 'email' && <p className="hint">Leave it empty to keep the current URL.</p>}
          <TopicChoices chosen={topics} errorOf={errorOf} />
          {channel === 'email' && <ReportFields report={report} />}
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
      <p className="hint">
        {isSlack
          ? 'The URL of an incoming webhook in Slack, or in a compatible program such as Mattermost.'
          : 'It gets JSON, signed with a secret that is shown once.'}
      </p>
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
    <Choices legend="What">
      {TOPICS.map((topic) => (
        <Choice
          key={topic}
          type="checkbox"
          name="topics"
          value={topic}
          defaultChecked={chosen.includes(topic)}
          detail={TOPIC_DETAILS[topic]}
        >
          {TOPIC_NAMES[topic]}
        </Choice>
      ))}
      {error !== undefined && <FieldError>Choose at least one.</FieldError>}
    </Choices>
  );
}

const FORMATS = Object.keys(REPORT_FORMAT_NAMES) as ReportFormat[];
const SENT_ON = Object.keys(SENT_ON_NAMES) as SentOn[];

/** When it is sent is asked once there is something to send. */
function ReportFields({ report }: { readonly report: Report | null }) {
  const [formats, setFormats] = useState<readonly ReportFormat[]>(report?.formats ?? []);
  return (
    <Choices legend="Report as a file">
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
          detail={REPORT_FORMAT_DETAILS[format]}
        >
          {REPORT_FORMAT_NAMES[format]}
        </Choice>
      ))}
      {formats.length > 0 && (
        <>
          <SelectField label="Send it" name="sent_on" defaultValue={report?.sent_on ?? 'monday'}>
            {SENT_ON.map((sentOn) => (
              <option key={sentOn} value={sentOn}>
                {SENT_ON_NAMES[sentOn]}
              </option>
            ))}
          </SelectField>
          <p className="hint">
            It has the last whole week, Monday to Sunday, or the last month, compared with the one before. It is sent
            soon after midnight in the time zone of the website.
          </p>
        </>
      )}
    </Choices>
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
    <Choices legend="When">
      <Choice
        type="checkbox"
        checked={isOn}
        onChange={(event) => setIsOn(event.target.checked)}
        detail="What happens in these hours is sent when they are over."
      >
        Quiet hours
      </Choice>
      {isOn && (
        <>
          <FieldRow>
            <InputField label="From" name="quiet_from" type="time" defaultValue={from} required />
            <InputField label="To" name="quiet_to" type="time" defaultValue={to} required />
          </FieldRow>
          <SelectField label="Time zone" name="time_zone" defaultValue={zone}>
            {listTimezones(zone).map((name) => (
              <option key={name} value={name}>
                {timezoneName(name)}
              </option>
            ))}
          </SelectField>
          {error !== undefined && <FieldError>The two times must be different.</FieldError>}
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
      title="Replace the secret?"
      action="Replace"
      confirm={async () => onReplaced(await replaceSecret(api, subscription.id))}
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
      // What comes next is up to whoever gets the secret.
      onDone={() => {}}
    >
      <p>From now on webhooks are signed with the new secret only. Messages that are waiting are dropped.</p>
    </ConfirmDialog>
  );
}

export function WebhookSecretDialog({ secret, onClose }: { readonly secret: string; onClose(): void }) {
  return (
    <SecretDialog
      title="The secret of your webhook"
      label="the secret"
      secret={secret}
      notice="Copy it now, and check the signatures of webhooks with it. It will not be shown again."
      onClose={onClose}
    />
  );
}

export function RemoveSubscriptionDialog({ subscription, onClose }: OfSubscription) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title="Remove this subscription?"
      action="Remove"
      confirm={() => removeSubscription(api, subscription.id)}
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
    >
      <p>Nothing more is sent to {subscription.destination}. Messages that are waiting are dropped.</p>
    </ConfirmDialog>
  );
}

function topicsOf(form: FormData): Topic[] {
  return form.getAll('topics') as Topic[];
}

function reportOf(form: FormData): WantedReport | null {
  const formats = form.getAll('formats') as ReportFormat[];
  return formats.length === 0 ? null : { formats, sent_on: textOf(form, 'sent_on') as SentOn };
}

function quietHoursOf(form: FormData): QuietHours | null {
  if (!form.has('quiet_from')) return null;
  return { from: textOf(form, 'quiet_from'), to: textOf(form, 'quiet_to'), time_zone: textOf(form, 'time_zone') };
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
