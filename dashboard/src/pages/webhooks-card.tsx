// The webhooks of shops, on the page on sending events: where they have to be sent, and which are accepted.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  type CreatedWebhook,
  createWebhook,
  type NewWebhook,
  revokeWebhook,
  WEBHOOKS_KEY,
  type Webhook,
  webhooksQuery,
} from '../api/webhooks.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { InputField, SelectField } from '../components/field.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { formatDate } from '../format/dates.ts';
import { rich, t } from '../language/t.ts';

type Provider = Webhook['provider'];
const PROVIDERS: Readonly<Record<Provider, string>> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe',
};

/** The webhooks to subscribe to, by the names that the shop has for them, and what each is for. */
const TOPICS = {
  shopify: [
    ['Order payment', 'sending.forOrders'],
    ['Refund create', 'sending.forRefunds'],
    ['Order cancellation', 'sending.forCancelled'],
  ],
  woocommerce: [['Order updated', 'sending.forAll']],
  stripe: [
    ['checkout.session.completed', 'sending.forOrders'],
    ['checkout.session.async_payment_succeeded', 'sending.forPaidLater'],
    ['charge.refunded', 'sending.forRefunds'],
  ],
} as const;

/** Where the secret comes from. */
const SECRET_HINTS: Readonly<Record<Provider, string>> = {
  shopify: t('sending.secretOfShopify'),
  woocommerce: t('sending.secretOfWoocommerce'),
  stripe: t('sending.secretOfStripe'),
};

type OpenDialog =
  | { readonly name: 'create' }
  | { readonly name: 'created'; readonly created: CreatedWebhook }
  | { readonly name: 'revoke'; readonly revoked: Webhook };

export function WebhooksCard({ websiteId }: { readonly websiteId: number }) {
  const { api } = useServices();
  const webhooks = useQuery(webhooksQuery(api, websiteId));
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <Card title={t('sending.fromYourShop')} hint={t('sending.fromYourShopHint')}>
      {webhooks.isPending && <Skeleton lines={2} />}
      {webhooks.isError && <ErrorState error={webhooks.error} onRetry={() => webhooks.refetch()} />}
      {webhooks.data && (
        <>
          {webhooks.data.webhooks.length > 0 && (
            <DataTable
              caption={t('sending.webhooks')}
              columns={webhookColumns((revoked) => setDialog({ name: 'revoke', revoked }))}
              rows={webhooks.data.webhooks}
              keyOf={({ id }) => id}
            />
          )}
          <Button onClick={() => setDialog({ name: 'create' })}>{t('sending.addWebhook')}</Button>
        </>
      )}
      {dialog?.name === 'create' && webhooks.data && (
        <CreateWebhookDialog
          websiteId={websiteId}
          urls={webhooks.data.urls}
          onClose={close}
          onCreated={(created) => setDialog(created.secret === null ? undefined : { name: 'created', created })}
        />
      )}
      {dialog?.name === 'created' && <CreatedWebhookDialog created={dialog.created} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeWebhookDialog revoked={dialog.revoked} onClose={close} />}
    </Card>
  );
}

function webhookColumns(onRevoke: (webhook: Webhook) => void): Column<Webhook>[] {
  return [
    { name: 'provider', label: t('sending.shop'), value: ({ provider }) => PROVIDERS[provider] },
    {
      name: 'created_at',
      label: t('common.created'),
      minor: true,
      value: ({ created_at }) => created_at,
      render: ({ created_at }) => formatDate(created_at),
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (webhook) => (
        <Button
          size="small"
          aria-label={t('sending.revokeWebhook', { id: webhook.id, shop: PROVIDERS[webhook.provider] })}
          onClick={() => onRevoke(webhook)}
        >
          {t('common.revoke')}
        </Button>
      ),
    },
  ];
}

interface CreateWebhookDialogProps {
  readonly websiteId: number;
  readonly urls: Readonly<Record<Provider, string>>;
  onClose(): void;
  onCreated(created: CreatedWebhook): void;
}

function CreateWebhookDialog({ websiteId, urls, onClose, onCreated }: CreateWebhookDialogProps) {
  const { api } = useServices();
  const [provider, setProvider] = useState<Provider>('shopify');
  return (
    <FormDialog
      title={t('sending.addWebhook')}
      action={t('common.add')}
      submit={(form) => createWebhook(api, websiteId, webhookFrom(provider, form))}
      invalidates={WEBHOOKS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      <SelectField
        label={t('sending.shop')}
        value={provider}
        onChange={(event) => setProvider(event.target.value as Provider)}
      >
        {Object.entries(PROVIDERS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <p className="hint">{t('sending.subscribeTo', { shop: PROVIDERS[provider] })}</p>
      <ul aria-label={t('sending.toSubscribe')}>
        {TOPICS[provider].map(([name, purpose]) => (
          <li key={name}>{rich(purpose, { name, strong: (text) => <strong>{text}</strong> })}</li>
        ))}
      </ul>
      <p className="hint">{t('sending.allToUrl')}</p>
      <CopyField label={t('sending.theUrl')} text={urls[provider]} />
      <p className="hint">
        {rich(provider === 'woocommerce' ? 'sending.nameVisitorPlugin' : 'sending.nameVisitor', {
          attribute: () => <code>{`data-shop="${provider}"`}</code>,
        })}
      </p>
      <InputField
        label={t('sending.secret')}
        name="secret"
        type="password"
        autoComplete="off"
        required={provider !== 'woocommerce'}
        minLength={16}
        maxLength={255}
        aria-describedby="secret-hint"
      />
      <p className="hint" id="secret-hint">
        {SECRET_HINTS[provider]}
      </p>
    </FormDialog>
  );
}

function webhookFrom(provider: Provider, form: FormData): NewWebhook {
  const secret = String(form.get('secret') ?? '').trim();
  return secret === '' ? { provider } : { provider, secret };
}

function CreatedWebhookDialog({ created, onClose }: { readonly created: CreatedWebhook; onClose(): void }) {
  return (
    <SecretDialog
      title={t('sending.webhookSecret')}
      label={t('sending.theSecret')}
      secret={created.secret ?? ''}
      notice={t('sending.copySecret', { shop: PROVIDERS[created.provider] })}
      onClose={onClose}
    />
  );
}

function RevokeWebhookDialog({ revoked, onClose }: { readonly revoked: Webhook; onClose(): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={t('sending.revokeWebhookQuestion')}
      action={t('common.revoke')}
      confirm={() => revokeWebhook(api, revoked.id)}
      invalidates={WEBHOOKS_KEY}
      onClose={onClose}
    >
      <p>{t('sending.noLongerCounted', { shop: PROVIDERS[revoked.provider] })}</p>
    </ConfirmDialog>
  );
}
