import { createIngestKey, type ListedIngestKey, listIngestKeys, revokeIngestKey } from '../ingestion/ingest-keys.ts';
import { type Command, CommandError, parseId } from './command.ts';
import { withDatabase } from './with-database.ts';

export const ingestKeyCreateCommand: Command = {
  name: 'ingest-key create',
  options: { website: { type: 'string', value: 'ID', help: 'the website that the key may send events for' } },
  summary: 'Makes a key for the collector. It is shown once; only a hash is stored.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const created = await withDatabase(context, (database) => createIngestKey(database, websiteId, context.clock));
    if (!created)
      throw new CommandError(`There is no website ${websiteId}. Import it first: funnel import catalog FILE`);
    context.print(created, () => `Key ${created.id} for website ${websiteId}, shown only now:\n${created.key}`);
  },
};

export const ingestKeyListCommand: Command = {
  name: 'ingest-key list',
  summary: 'Lists the keys of the collector, without their secrets.',
  async run(_args, context) {
    const keys = await withDatabase(context, listIngestKeys);
    context.print({ keys }, () => (keys.length === 0 ? 'There are no ingest keys.' : keys.map(describe).join('\n')));
  },
};

export const ingestKeyRevokeCommand: Command = {
  name: 'ingest-key revoke',
  positionals: ['ID'],
  summary: 'Takes a key of the collector out of use, at once.',
  async run(args, context) {
    const id = parseId(args.positional('ID'), 'ID');
    const revoked = await withDatabase(context, (database) => revokeIngestKey(database, id, context.clock));
    if (!revoked) throw new CommandError(`There is no ingest key ${id} in use.`);
    context.print({ id, revoked: true }, () => `Key ${id} is revoked.`);
  },
};

function describe({ id, website_id, created_at, revoked_at }: ListedIngestKey): string {
  const state = revoked_at ? `revoked ${revoked_at}` : 'in use';
  return `${String(id).padEnd(5)} website ${website_id}  created ${created_at}, ${state}`;
}
