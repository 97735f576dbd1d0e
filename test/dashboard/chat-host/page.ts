// A host of MCP Apps in a page: it shows a view in a sandboxed frame, and talks to it through the bridge of the protocol's own
// library. The tools themselves are called outside, by `callTool` of the test.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

interface Host {
  show(html: string, context: object, input: object, result: object): Promise<void>;
  setTheme(theme: 'light' | 'dark'): void;
}

declare global {
  interface Window {
    host: Host;
    callTool(params: unknown): Promise<never>;
    readonly sizes: { readonly width?: number | undefined; readonly height?: number | undefined }[];
  }
}

const sizes: Window['sizes'] = [];
let bridge: AppBridge | undefined;

Object.assign(window, {
  sizes,
  host: {
    async show(html, context, input, result) {
      const frame = document.createElement('iframe');
      // As hosts do: an origin of its own, and nothing but scripts.
      frame.sandbox.add('allow-scripts');
      frame.style.cssText = 'width: 100%; height: 900px; border: 0';
      document.body.replaceChildren(frame);
      bridge = new AppBridge(
        null,
        { name: 'test-host', version: '1' },
        { serverTools: {} },
        { hostContext: { ...context } },
      );
      bridge.oncalltool = (params) => window.callTool(params);
      bridge.addEventListener('sizechange', (size) => {
        sizes.push(size);
        if (size.height) frame.style.height = `${size.height}px`;
      });
      const initialized = new Promise<void>((resolve) => bridge!.addEventListener('initialized', () => resolve()));
      await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!));
      frame.srcdoc = html;
      await initialized;
      await bridge.sendToolInput({ arguments: input as Record<string, unknown> });
      await bridge.sendToolResult(result as never);
    },
    setTheme(theme) {
      bridge?.setHostContext({ theme });
    },
  } satisfies Host,
});
