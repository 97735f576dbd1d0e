// The first run: whoever has the setup link creates the account, their own login and the first website. Nothing is stored
// until the last step.
import { useMutation, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useServices } from '../api/context.tsx';
import { ApiProblem } from '../api/problem.ts';
import { checkSetup, finishSetup, type Setup, setupLinkQuery } from '../api/setup.ts';
import { type CampaignStart, CampaignStartFields, campaignStartOf } from '../catalog/campaign-start.tsx';
import { CurrencyField } from '../catalog/currency-field.tsx';
import { TimezoneField } from '../catalog/timezone-field.tsx';
import { Brand } from '../components/brand.tsx';
import { Button } from '../components/button.tsx';
import { Choice } from '../components/choices.tsx';
import { FieldError, InputField, TextAreaField } from '../components/field.tsx';
import { NAME_LENGTH_MAX } from '../format/catalog.ts';
import { parseOrigins } from '../format/ingest-keys.ts';
import { rich, t } from '../language/t.ts';
import { pathOf } from '../routing/pages.ts';
import styles from './setup.module.css';

const STEPS = [t('setup.stepLogin'), t('setup.stepWebsite'), t('setup.stepCampaigns'), t('setup.stepFirstEvent')];
const LAST_FORM = 2;
const PASSWORD_LENGTH_MIN = 10;

export function SetupPage() {
  const secret = useSyncExternalStore(subscribeToHash, currentSecret);
  const link = useQuery({ ...setupLinkQuery(secret), enabled: secret !== '' });
  useEffect(() => {
    document.title = t('setup.pageTitle');
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Brand />
        {secret === '' && <SetupNeeded />}
        {secret !== '' && link.isPending && (
          <p className="visually-hidden" role="status">
            {t('common.loading')}
          </p>
        )}
        {link.isError && <LinkProblem error={link.error} onRetry={() => link.refetch()} />}
        {link.isSuccess && <Wizard secret={secret} />}
      </div>
    </main>
  );
}

function subscribeToHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The secret is in the fragment, because browsers send that to nobody. */
function currentSecret(): string {
  return window.location.hash.slice(1);
}

/** Is the front page, too, as long as there is no user. */
function SetupNeeded() {
  return (
    <>
      <h1>{t('setup.setUp')}</h1>
      <p>{t('setup.nobodyYet')}</p>
      <p>{rich('setup.worksOnce', { command: () => <code>bin/funnel setup-link</code> })}</p>
    </>
  );
}

function LinkProblem({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  if (!(error instanceof ApiProblem) || error.status !== 401) {
    return (
      <>
        <h1>{t('common.somethingWentWrong')}</h1>
        <p role="alert">{error instanceof ApiProblem ? error.message : t('setup.unreachable')}</p>
        <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
      </>
    );
  }
  return (
    <>
      <h1>{t('setup.linkDead')}</h1>
      <p role="alert">{t('setup.linkDeadWhy')}</p>
      <p>
        {rich('setup.newLink', {
          command: () => <code>bin/funnel setup-link</code>,
          login: (text) => <a href="/">{text}</a>,
        })}
      </p>
    </>
  );
}

interface Fields extends CampaignStart {
  readonly account_name?: string;
  readonly email?: string;
  readonly password?: string;
  readonly website_name?: string;
  readonly origins?: string;
  readonly currency?: string;
  readonly timezone?: string;
}

function Wizard({ secret }: { readonly secret: string }) {
  const { session } = useServices();
  const [step, goToStep] = useStep();
  const [fields, setFields] = useState<Fields>({});
  const form = useRef<HTMLFormElement>(null);
  const next = useMutation({
    mutationFn: async ({ filled }: { readonly filled: Fields; readonly step: number }) => {
      // Only this step: what was wrong in a later one must not keep the user from coming back to it.
      await checkSetup(secret, setupOf(filled));
      return step < LAST_FORM ? undefined : finishSetup(secret, setupOf({ ...fields, ...filled }) as Setup);
    },
    onSuccess: async (created) => {
      if (created) await session.logIn({ returnTo: pathOf({ name: 'website', websiteId: created.website_id }) });
      else goToStep(step + 1);
    },
    onError: (error) => focusField(form.current, error),
  });
  const isDone = next.data !== undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled: Fields = Object.fromEntries(new FormData(event.currentTarget));
    setFields({ ...fields, ...filled });
    next.mutate({ filled, step });
  };
  return (
    <>
      <Progress step={step} />
      <form className={styles.form} onSubmit={submit} ref={form} key={step}>
        {step === 0 && <LoginFields fields={fields} />}
        {step === 1 && <WebsiteFields fields={fields} />}
        {step === 2 && <CampaignFields fields={fields} />}
        {next.error && next.variables.step === step && <FieldError>{messageOf(next.error)}</FieldError>}
        <div className={styles.buttons}>
          {step > 0 && <Button onClick={() => goToStep(step - 1)}>{t('common.back')}</Button>}
          <Button type="submit" variant="primary" disabled={next.isPending || isDone}>
            {t(step === LAST_FORM ? 'common.create' : 'common.continue')}
          </Button>
        </div>
      </form>
    </>
  );
}

/**
 * The Back button of the browser leads to the step before: each step is an entry of its history. What was filled in is kept in memory, so
 * after a reload the first step is shown again, whatever the entry says.
 */
function useStep(): [step: number, goToStep: (step: number) => void] {
  const [step, setStep] = useState(0);
  const furthest = useRef(0);
  useEffect(() => {
    const onBack = ({ state }: PopStateEvent) => setStep(Math.min(stepIn(state), furthest.current));
    window.addEventListener('popstate', onBack);
    return () => window.removeEventListener('popstate', onBack);
  }, []);
  const goToStep = (to: number) => {
    furthest.current = Math.max(furthest.current, to);
    window.history.pushState({ setupStep: to }, '');
    setStep(to);
  };
  return [step, goToStep];
}

function stepIn(state: unknown): number {
  const { setupStep = 0 } = (state ?? {}) as { readonly setupStep?: number };
  return setupStep;
}

function Progress({ step }: { readonly step: number }) {
  return (
    <ol className={styles.progress} aria-label={t('common.steps')}>
      {STEPS.map((name, index) => (
        <li key={name} {...(index === step && { 'aria-current': 'step' as const })} data-done={index < step}>
          {name}
        </li>
      ))}
    </ol>
  );
}

/** Only the fields that are filled in. */
function setupOf({
  account_name,
  email,
  password,
  website_name,
  origins,
  currency,
  timezone,
  ...campaignStart
}: Fields): Partial<Setup> {
  return {
    ...(account_name !== undefined && { account_name }),
    ...(email !== undefined && { email }),
    ...(password !== undefined && { password }),
    ...(website_name !== undefined && { website_name }),
    ...(origins !== undefined && { origins: parseOrigins(origins) }),
    ...(currency !== undefined && { currency }),
    ...(timezone !== undefined && { timezone }),
    ...campaignStartOf(campaignStart),
  };
}

/** What the form calls the fields that an error can be about. */
const LABELS: Readonly<Record<string, string>> = {
  account_name: t('setup.accountName'),
  email: t('common.emailAddress'),
  password: t('common.password'),
  website_name: t('setup.websiteName'),
  origins: t('common.addressesOfPages'),
  currency: t('common.currency'),
  timezone: t('common.timezone'),
  campaign_name: t('setup.campaignName'),
  cta_type: t('common.type'),
};

/** The service names a field as the API does. */
function messageOf(error: Error): string {
  const param = (error instanceof ApiProblem && error.param) || '';
  const label = LABELS[param];
  if (label === undefined) return error.message;
  return error.message.startsWith(`${param} `)
    ? `${label} ${error.message.slice(param.length + 1)}`
    : `${label}: ${error.message}`;
}

function focusField(form: HTMLFormElement | null, error: Error): void {
  const param = error instanceof ApiProblem ? error.param : undefined;
  const field = param === undefined ? null : form?.elements.namedItem(param);
  if (field instanceof HTMLElement) field.focus();
}

interface FieldsProps {
  readonly fields: Fields;
}

function LoginFields({ fields }: FieldsProps) {
  const { loginOnlyWith } = useServices().settings;
  return (
    <>
      <h1>{t('setup.accountAndLogin')}</h1>
      <p>{t('setup.youWillBeOwner')}</p>
      <InputField
        label={t('setup.accountName')}
        name="account_name"
        required
        maxLength={NAME_LENGTH_MAX}
        autoComplete="organization"
        defaultValue={fields.account_name}
        placeholder={t('setup.accountPlaceholder')}
      />
      <InputField
        label={t('common.emailAddress')}
        name="email"
        type="email"
        required
        autoComplete="username"
        defaultValue={fields.email}
        {...(loginOnlyWith !== null && { 'aria-describedby': 'email-hint' })}
      />
      {loginOnlyWith === null ? (
        <PasswordField fields={fields} />
      ) : (
        <Hint id="email-hint">{t('setup.addressAt', { issuer: loginOnlyWith })}</Hint>
      )}
    </>
  );
}

function PasswordField({ fields }: FieldsProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <InputField
        label={t('common.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        required
        minLength={PASSWORD_LENGTH_MIN}
        autoComplete="new-password"
        defaultValue={fields.password}
        aria-describedby="password-hint"
      />
      <Hint id="password-hint">{t('setup.passwordHint', { length: PASSWORD_LENGTH_MIN })}</Hint>
      <Choice type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)}>
        {t('setup.showPassword')}
      </Choice>
    </>
  );
}

function WebsiteFields({ fields }: FieldsProps) {
  return (
    <>
      <h1>{t('setup.firstWebsite')}</h1>
      <p>{t('setup.addOthersLater')}</p>
      <InputField
        label={t('setup.websiteName')}
        name="website_name"
        required
        maxLength={NAME_LENGTH_MAX}
        defaultValue={fields.website_name}
        placeholder="shop.example"
      />
      <TextAreaField
        label={t('common.addressesOfPages')}
        name="origins"
        required
        rows={2}
        defaultValue={fields.origins}
        placeholder={'https://www.shop.example'}
        aria-describedby="origins-hint"
      />
      <Hint id="origins-hint">
        {rich('setup.originsHint', {
          one: () => <code>https://www.shop.example</code>,
          all: () => <code>https://*.shop.example</code>,
          local: () => <code>http://localhost:3000</code>,
        })}
      </Hint>
      <CurrencyField currency={fields.currency} />
      <TimezoneField timezone={fields.timezone} />
    </>
  );
}

function CampaignFields({ fields }: FieldsProps) {
  return (
    <>
      <h1>{t('setup.stepCampaigns')}</h1>
      <p>{t('setup.campaignsLead')}</p>
      <CampaignStartFields filled={fields} />
    </>
  );
}

function Hint({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p className={clsx('hint', styles.below)} id={id}>
      {children}
    </p>
  );
}
