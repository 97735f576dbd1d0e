import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOperations } from '../api/operations.ts';
import { type Command, CommandError } from '../command/command.ts';
import type { Config } from '../config/config.ts';
import { isPublicUrl } from '../surfaces/dashboard/public-url.ts';
import { listingsOf } from '../surfaces/mcp/listings.ts';

export const listingsCommand: Command = {
  name: 'listings',
  positionals: ['FOLDER'],
  summary: 'Writes the files with which the tool server is listed in directories of AI assistants.',
  details:
    'server.json is for the MCP registry, chatgpt-app-submission.json for ChatGPT, and claude-connector.json has the answers for the ' +
    'form of Claude. They name MCP_URL, which must be https and reachable for everybody, and your pages: PRIVACY_POLICY_URL, TERMS_URL ' +
    'and SUPPORT_URL.',
  async run(args, { config, loadParts, print }) {
    requireListable(config);
    const folder = args.positional('FOLDER');
    await mkdir(folder, { recursive: true });
    const files: string[] = [];
    const operations = listOperations((await loadParts()).halves);
    for (const { file, document } of listingsOf(config, operations)) {
      const path = join(folder, file);
      await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
      files.push(path);
    }
    print({ files }, () => files.join('\n'));
  },
};

function requireListable({ mcpUrl, policies }: Config): void {
  if (!mcpUrl.startsWith('https://') || !isPublicUrl(mcpUrl)) {
    throw new CommandError(
      `MCP_URL is ${mcpUrl}: directories only list https URLs that everybody can reach. Set BASE_URL or MCP_URL.`,
    );
  }
  const missing = [
    ...(policies.privacyPolicyUrl === undefined ? ['PRIVACY_POLICY_URL'] : []),
    ...(policies.termsUrl === undefined ? ['TERMS_URL'] : []),
    ...(policies.supportUrl === undefined ? ['SUPPORT_URL'] : []),
  ];
  if (missing.length > 0) throw new CommandError(`Set ${missing.join(', ')} first: directories ask for these pages.`);
}
