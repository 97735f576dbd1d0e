import { isOneLine, ONE_LINE_RULE } from '../../../foundation/text/one-line.ts';
import { normalizeOrigin, ORIGIN_RULE, ORIGINS_MAX } from '../../../intake/collector/origins.ts';
import {
  createIngestKey,
  createPublicKey,
  KEY_NAME_LENGTH_MAX,
  type ListedIngestKey,
  listIngestKeys,
  revokeIngestKey,
} from '../../../intake/ingest-keys/ingest-keys.ts';
import { type Arguments, type Command, CommandError, parseId, UsageError } from '../../command/command.ts';
import { formatTable } from '../../command/table.ts';
import { withDatabase } from '../../command/with-database.ts';
import { unknownWebsite } from './website.ts';

export const ingestKeyCreateCommand: Command = {
  name: 'ingest-key create',
  options: {
    website: { type: 'string', value: 'ID', help: 'the website to accept events for' },
    public: { type: 'boolean', help: 'a key for browsers: it may appear in the pages of the website' },
    origin: {
      type: 'string',
      multiple: true,
      value: 'URL',
      help: 'where a public key may be used: https://www.example.com or https://*.example.com; may be repeated',
    },
    name: { type: 'string', value: 'TEXT', help: 'what the key is for' },
  },
  summary: 'Creates a key for sending events: a secret one for servers, or a public one for browsers.',
  details:
    'A secret key is shown once; only its hash is stored. A public key can send events from its origins, and nothing else.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const name = nameOf(args);
    const isPublic = args.flag('public');
    const origins = originsOf(args, isPublic);
    const created = await withDatabase(context, (database) =>
      isPublic
        ? createPublicKey(database, { websiteId, origins, name }, context.clock)
        : createIngestKey(database, websiteId, context.clock, name),
    );
    if (!created) throw unknownWebsite(`Website ${websiteId} does not exist.`);
    const { id, key } = created;
    context.print(created, () =>
      isPublic
        ? `Public key ${id} for website ${websiteId}, from ${origins.join(', ')}:\n${key}`
        : `Ingest key ${id} for website ${websiteId}, shown only once:\n${key}`,
    );
  },
};

function nameOf(args: Arguments): string | undefined {
  const name = args.string('name');
  if (name === undefined || (name.length > 0 && name.length <= KEY_NAME_LENGTH_MAX && isOneLine(name))) return name;
  throw new UsageError(`--name must have 1 to ${KEY_NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`);
}

function originsOf(args: Arguments, isPublic: boolean): string[] {
  const given = args.strings('origin');
  if (!isPublic && given.length > 0) throw new UsageError('--origin is for public keys: add --public');
  if (isPublic && given.length === 0) throw new UsageError('--origin is required for a public key');
  if (given.length > ORIGINS_MAX) throw new UsageError(`a key may have at most ${ORIGINS_MAX} origins`);
  const origins = given.map((text) => {
    const origin = normalizeOrigin(text);
    if (origin === undefined) throw new UsageError(`--origin ${ORIGIN_RULE}, not "${text}"`);
    return origin;
  });
  return [...new Set(origins)];
}

const NO_KEYS = 'No ingest keys. Create one with: funnel ingest-key create --website ID';
const COLUMNS: Readonly<Record<string, (key: ListedIngestKey) => unknown>> = {
  id: ({ id }) => id,
  website: ({ website_id }) => website_id,
  name: ({ name }) => name,
  kind: ({ key }) => (key === null ? 'secret' : 'public'),
  state: ({ revoked_at }) => (revoked_at ? `revoked ${revoked_at}` : 'active'),
  created: ({ created_at }) => created_at,
  key: ({ key }) => key,
  origins: ({ origins }) => origins.join(' '),
};

export const ingestKeyListCommand: Command = {
  name: 'ingest-key list',
  summary: 'Lists the ingest keys, without secrets.',
  async run(_args, context) {
    const keys = await withDatabase(context, listIngestKeys);
    context.print({ keys }, () => (keys.length === 0 ? NO_KEYS : formatTable(keys, COLUMNS)));
  },
};

export const ingestKeyRevokeCommand: Command = {
  name: 'ingest-key revoke',
  positionals: ['ID'],
  summary: 'Revokes an ingest key immediately.',
  async run(args, context) {
    const id = parseId(args.positional('ID'), 'ID');
    const revoked = await withDatabase(context, (database) => revokeIngestKey(database, id, context.clock));
    if (!revoked) {
      throw new CommandError(
        `Ingest key ${id} does not exist or is already revoked. List them with: funnel ingest-key list`,
      );
    }
    context.print({ id, revoked: true }, () => `Revoked ingest key ${id}.`);
  },
};
