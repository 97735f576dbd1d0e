import { text } from 'node:stream/consumers';
import {
  type Arguments,
  type Command,
  type CommandContext,
  CommandError,
  parseId,
  UsageError,
} from '../../core/server/command/command.ts';
import { formatTable } from '../../core/server/command/table.ts';
import { withDatabase } from '../../core/server/command/with-database.ts';
import { unknownWebsite } from '../../core/server/commands/websites/website.ts';
import { PROVIDERS } from './providers.ts';
import { isProviderName, PROVIDER_NAMES, type ProviderName, webhookPath } from './webhooks/provider.ts';
import {
  addWebhookSecret,
  type ListedWebhookSecret,
  listWebhookSecrets,
  revokeWebhookSecret,
  SECRET,
  SECRET_RULE,
  SECRETS_MAX,
} from './webhooks/webhook-secrets.ts';

export const webhookCreateCommand: Command = {
  name: 'webhook create',
  options: {
    website: { type: 'string', value: 'ID', help: 'the website to count the orders for' },
    provider: { type: 'string', value: 'NAME', help: `who sends them: ${PROVIDER_NAMES.join(', ')}` },
    'secret-stdin': {
      type: 'boolean',
      help: 'read the secret of the provider from standard input; default for woocommerce: generate one',
    },
  },
  summary: 'Accepts the order webhooks of a shop that are signed with a secret. A generated one is shown once.',
  details: 'A website may have several secrets of a provider, so that one can be replaced without losing an order.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const provider = requiredProvider(args);
    const url = context.config.baseUrl + webhookPath(provider, websiteId);
    const { secret, isGenerated } = await secretFor(args, context, { provider, url });
    const id = await withDatabase(context, (database) =>
      addWebhookSecret(database, { websiteId, provider, secret }, context.clock),
    );
    if (id === 'no such website') throw unknownWebsite(`Website ${websiteId} does not exist.`);
    if (id === 'too many') {
      throw new CommandError(
        `Website ${websiteId} has ${SECRETS_MAX} secrets of ${provider}. Revoke one first: funnel webhook list, funnel webhook revoke ID`,
      );
    }
    const document = { id, website_id: websiteId, provider, url, ...(isGenerated && { secret }) };
    context.print(document, () => {
      const shown = isGenerated ? `\nSecret, shown only once:\n${secret}` : '';
      return `Webhook ${id} of ${provider} for website ${websiteId}. Its URL:\n${url}${shown}`;
    });
  },
};

const NO_WEBHOOKS = 'No webhooks. Create one with: funnel webhook create --website ID --provider NAME';
const COLUMNS: Readonly<Record<string, (webhook: ListedWebhookSecret & { readonly url: string }) => unknown>> = {
  id: ({ id }) => id,
  website: ({ website_id }) => website_id,
  provider: ({ provider }) => provider,
  state: ({ revoked_at }) => (revoked_at ? `revoked ${revoked_at}` : 'active'),
  created: ({ created_at }) => created_at,
  url: ({ url }) => url,
};

export const webhookListCommand: Command = {
  name: 'webhook list',
  summary: 'Lists the webhooks of shops, without their secrets.',
  async run(_args, context) {
    const listed = await withDatabase(context, listWebhookSecrets);
    const webhooks = listed.map((webhook) => ({
      ...webhook,
      url: context.config.baseUrl + webhookPath(webhook.provider, webhook.website_id),
    }));
    context.print({ webhooks }, () => (webhooks.length === 0 ? NO_WEBHOOKS : formatTable(webhooks, COLUMNS)));
  },
};

export const webhookRevokeCommand: Command = {
  name: 'webhook revoke',
  positionals: ['ID'],
  summary: 'Refuses webhooks that are signed with this secret, immediately, and erases the secret.',
  async run(args, context) {
    const id = parseId(args.positional('ID'), 'ID');
    const revoked = await withDatabase(context, (database) => revokeWebhookSecret(database, id, context.clock));
    if (!revoked) {
      throw new CommandError(`Webhook ${id} does not exist or is already revoked. List them with: funnel webhook list`);
    }
    context.print({ id, revoked: true }, () => `Revoked webhook ${id}.`);
  },
};

function requiredProvider(args: Arguments): ProviderName {
  const provider = args.string('provider');
  if (isProviderName(provider)) return provider;
  throw new UsageError(`--provider must be one of ${PROVIDER_NAMES.join(', ')}`);
}

async function secretFor(
  args: Arguments,
  { stdin }: CommandContext,
  { provider, url }: { readonly provider: ProviderName; readonly url: string },
): Promise<{ secret: string; isGenerated: boolean }> {
  if (args.flag('secret-stdin')) return { secret: checkedSecret((await text(stdin())).trim()), isGenerated: false };
  const { createSecret } = PROVIDERS[provider];
  if (createSecret) return { secret: createSecret(), isGenerated: true };
  throw new UsageError(`${provider} creates the secret itself, for webhooks to ${url}: pass it with --secret-stdin`);
}

function checkedSecret(secret: string): string {
  if (SECRET.test(secret)) return secret;
  throw new CommandError(`The secret on standard input ${SECRET_RULE}.`);
}
