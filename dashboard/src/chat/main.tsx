// The report pages of the dashboard inside a chat (MCP Apps): the host shows this document beside the result of a tool.
import '../styles/tokens.css';
import '../styles/base.css';
import '../language/english.ts';
import { createFunnelClient } from '@funnel/api-client';
import { App, applyHostFonts, type McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { createRoot } from 'react-dom/client';
import { followTheme } from '../controls/theme.tsx';
import { setLocale } from '../format/locale.ts';
import { keepUrlInMemory } from '../routing/router.tsx';
import { ChatReports, FailedCall } from './chat-reports.tsx';
import { resultOf } from './result-views.tsx';
import { pageOf, parametersOf, type ShownReport } from './start-page.ts';
import { type ToolResult, toolFetch } from './tool-fetch.ts';

const app = new App({ name: 'funnel-reports', version: '1.0.0' }, {}, { autoResize: true });
const root = createRoot(document.getElementById('app')!);
let args: Readonly<Record<string, unknown>> = {};
let shown = 0;

app.ontoolinput = (input) => {
  args = input.arguments ?? {};
};
app.ontoolresult = (result) => {
  if (result.isError) root.render(<FailedCall result={result as ToolResult} />);
  else if (result.structuredContent) show(result.structuredContent as ShownReport);
};
app.onhostcontextchanged = follow;
app.onteardown = async () => {
  root.unmount();
  return {};
};
await app.connect();
follow(app.getHostContext() ?? {});

function show(report: ShownReport): void {
  const page = pageOf(report);
  // The list of websites has nothing to draw.
  if (!page) return;
  keepUrlInMemory(page, parametersOf(report, args));
  const api = createFunnelClient({
    // Never requested: every request becomes a tool call.
    baseUrl: 'https://reports.invalid',
    fetch: toolFetch((name, given) => app.callServerTool({ name, arguments: given })),
  });
  // A new result is a new view, also if the one before was of the same kind.
  shown++;
  root.render(<ChatReports key={shown} api={api} result={resultOf(report)} />);
}

function follow({ theme, locale, styles }: McpUiHostContext): void {
  if (theme) followTheme(theme);
  if (locale) setLocale(locale);
  if (styles?.css?.fonts) applyHostFonts(styles.css.fonts);
}
