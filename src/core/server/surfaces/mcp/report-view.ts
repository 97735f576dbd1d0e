// The view of results for hosts that can show one in a chat (MCP Apps): the report pages of the dashboard in one document. It calls
// the same tools with the user's own access, through the host.
// Why: docs/decisions/tools.md, "The view in a chat is the dashboard".
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server';

export const UI_EXTENSION = 'io.modelcontextprotocol/ui';
export const VIEW_URI = 'ui://funnel/reports';
const VIEW_TYPE = 'text/html;profile=mcp-app';
const BUILT_FILE = fileURLToPath(new URL('../../../../../dashboard/chat/dist/index.html', import.meta.url));
/** The results of the others are short texts or lists, which an assistant tells better. */
const TOOLS_WITH_VIEW: ReadonlySet<string> = new Set([
  'get_website_report',
  'list_campaigns',
  'get_campaign_report',
  'list_experiments',
  'get_variant_report',
  'get_step_report',
  'get_element_report',
  'get_account_performance',
  'get_experiment',
  'explain_change',
  'get_funnel',
  'get_best_times',
  'get_retention',
  'get_paths',
]);

export function hasView(tool: string): boolean {
  return TOOLS_WITH_VIEW.has(tool);
}

let document: string | undefined;

/** Throws an error of the protocol if there is no such resource, or if the dashboard has not been built. */
export function readView(uri: string): ReadResourceResult {
  document ??= readBuiltFile();
  if (uri !== VIEW_URI || document === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: VIEW_TYPE, text: document, _meta: { ui: { prefersBorder: true } } }] };
}

function readBuiltFile(): string | undefined {
  try {
    return readFileSync(BUILT_FILE, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
