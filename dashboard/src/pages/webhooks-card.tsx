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

type Provider = Webhook['provider'];
const PROVIDERS: Readonly<Record<Provider, string>> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe',
};

/** The webhooks to subscribe to, by the names that the shop has for them, and what each is for. */
const TOPICS: Readonly<Record<Provider, readonly (readonly [name: string, purpose: string])[]>> = {
  shopify: [
    ['Order payment', 'orders'],
    ['Refund create', 'refunds'],
    ['Order cancellation', 'cancelled orders'],
  ],
  woocommerce: [['Order updated', 'orders, refunds and cancelled orders']],
  stripe: [
    ['checkout.session.completed', 'orders'],
    ['checkout.session.async_payment_succeeded', 'orders that are paid later'],
    ['charge.refunded', 'refunds'],
  ],
};

/** Where the secret comes from. */
const SECRET_HINTS: Readonly<Record<Provider, string>> = {
  shopify: 'In Shopify: Settings, Notifications, Webhooks, below the list.',
  woocommerce: 'Leave it empty to get one to paste into WooCommerce.',
  stripe: 'In Stripe: Workbench, Webhooks, Signing secret. It starts with whsec_.',
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
    <Card
      title="Orders from your shop"
      hint="Shopify, WooCommerce and Stripe can send paid orders and refunds. Each counts once."
    >
      {webhooks.isPending && <Skeleton lines={2} />}
      {webhooks.isError && <ErrorState error={webhooks.error} onRetry={() => webhooks.refetch()} />}
      {webhooks.data && (
        <>
          {webhooks.data.webhooks.length > 0 && (
            <DataTable
              caption="Webhooks"
              columns={webhookColumns((revoked) => setDialog({ name: 'revoke', revoked }))}
              rows={webhooks.data.webhooks}
              keyOf={({ id }) => id}
            />
          )}
          <Button onClick={() => setDialog({ name: 'create' })}>Add webhook</Button>
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
    { name: 'provider', label: 'Shop', value: ({ provider }) => PROVIDERS[provider] },
    {
      name: 'created_at',
      label: 'Created',
      minor: true,
      value: ({ created_at }) => created_at,
      render: ({ created_at }) => formatDate(created_at),
    },
    {
      name: 'actions',
      label: 'Actions',
      numeric: true,
      value: () => undefined,
      render: (webhook) => (
        <Button
          size="small"
          aria-label={`Revoke webhook ${webhook.id} of ${PROVIDERS[webhook.provider]}`}
          onClick={() => onRevoke(webhook)}
        >
          Revoke
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
      title="Add webhook"
      action="Add"
      submit={(form) => createWebhook(api, websiteId, webhookFrom(provider, form))}
      invalidates={WEBHOOKS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      <SelectField label="Shop" value={provider} onChange={(event) => setProvider(event.target.value as Provider)}>
        {Object.entries(PROVIDERS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <p className="hint">In {PROVIDERS[provider]}, subscribe to these webhooks:</p>
      <ul aria-label="Webhooks to subscribe to">
        {TOPICS[provider].map(([name, purpose]) => (
          <li key={name}>
            <strong>{name}</strong> for {purpose}
          </li>
        ))}
      </ul>
      <p className="hint">All of them go to this URL:</p>
      <CopyField label="the URL" text={urls[provider]} />
      <p className="hint">
        Orders reach your campaigns if they name their visitor: add <code>{`data-shop="${provider}"`}</code> to the line
        for your pages{provider === 'woocommerce' && ', and install the plugin funnel-visitor.php in WordPress'}.
      </p>
      <InputField
        label="Secret"
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
      title="The secret of your webhook"
      label="the secret"
      secret={created.secret ?? ''}
      notice={`Copy it now, and paste it into ${PROVIDERS[created.provider]}. It will not be shown again.`}
      onClose={onClose}
    />
  );
}

function RevokeWebhookDialog({ revoked, onClose }: { readonly revoked: Webhook; onClose(): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title="Revoke this webhook?"
      action="Revoke"
      confirm={() => revokeWebhook(api, revoked.id)}
      invalidates={WEBHOOKS_KEY}
      onClose={onClose}
    >
      <p>
        Orders that {PROVIDERS[revoked.provider]} signs with this secret are no longer counted. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
