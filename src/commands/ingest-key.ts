import { createIngestKey, type ListedIngestKey, listIngestKeys, revokeIngestKey } from '../ingestion/ingest-keys.ts';
import { type Command, CommandError, parseId } from './command.ts';
import { withDatabase } from './with-database.ts';

export const ingestKeyCreateCommand: Command = {
  name: 'ingest-key create',
  options: { website: { type: 'string', value: 'ID', help: 'the website to accept events for' } },
  summary: 'Creates an ingest key for the collector. It is shown once; only its hash is stored.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const created = await withDatabase(context, (database) => createIngestKey(database, websiteId, context.clock));
    if (!created)
      throw new CommandError(`Website ${websiteId} does not exist. Import it first: funnel import catalog FILE`);
    context.print(created, () => `Ingest key ${created.id} for website ${websiteId}, shown only once:\n${created.key}`);
  },
};

export const ingestKeyListCommand: Command = {
  name: 'ingest-key list',
  summary: 'Lists the ingest keys, without their secrets.',
  async run(_args, context) {
    const keys = await withDatabase(context, listIngestKeys);
    context.print({ keys }, () => (keys.length === 0 ? 'No ingest keys.' : keys.map(describe).join('\n')));
  },
};

export const ingestKeyRevokeCommand: Command = {
  name: 'ingest-key revoke',
  positionals: ['ID'],
  summary: 'Revokes an ingest key immediately.',
  async run(args, context) {
    const id = parseId(args.positional('ID'), 'ID');
    const revoked = await withDatabase(context, (database) => revokeIngestKey(database, id, context.clock));
    if (!revoked) throw new CommandError(`Ingest key ${id} does not exist or is already revoked.`);
    context.print({ id, revoked: true }, () => `Revoked ingest key ${id}.`);
  },
};

function describe({ id, website_id, created_at, revoked_at }: ListedIngestKey): string {
  const state = revoked_at ? `revoked ${revoked_at}` : 'active';
  return `${String(id).padEnd(5)} website ${website_id}  created ${created_at}, ${state}`;
}
