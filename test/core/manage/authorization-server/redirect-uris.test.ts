import { describe, expect, it } from 'vitest';
import {
  describeDestination,
  isUnprotected,
  refusedScheme,
} from '../../../../src/core/manage/authorization-server/applications/redirect-uris.ts';

describe('the scheme of a redirect URI', () => {
  it.each([
    ...[
      'view-source:https://claude.ai/',
      'intent://scan/#Intent;scheme=zxing;end',
      'android-app://com.example/https/x',
    ],
    ...['javascript:alert(1)', 'vbscript:x', 'data:text/html,x', 'blob:https://a.example/1', 'file:///etc/passwd'],
    ...[
      'filesystem:https://a.example/x',
      'about:blank',
      'jar:https://a.example/x!/',
      'resource://gre/',
      'chrome://settings',
    ],
    ...[
      'ms-settings:privacy',
      'ms-msdt:/id',
      'ms-word:ofe|u|https://a.example/x',
      'ms-officecmd:x',
      'search-ms:query=x',
    ],
    ...[
      'search:x',
      'microsoft-edge:https://evil.example/',
      'microsoft.windows.camera:',
      'googlechrome://navigate?url=x',
    ],
    ...['x-apple.systempreferences:', 'itms-services://?action=download-manifest', 'facetime-audio:1', 'shell:startup'],
    ...[
      'mailto:eve@evil.example',
      'tel:1',
      'sms:1',
      'ftp://evil.example/',
      'wss://evil.example/',
      'smb://evil.example/x',
    ],
    ...['ldap://evil.example/', 'ssh://evil.example', 'c:/windows/system32/calc.exe'],
    // A browser reads these as such schemes.
    ...[
      'VIEW-SOURCE:https://claude.ai/',
      ' view-source:x',
      'view\n-source:x',
      'java\tscript:alert(1)',
      '\u0001MS-Settings:x',
    ],
  ])('%j is refused', (uri) => {
    expect(refusedScheme(uri)).toMatch(/^[a-z][a-z.-]*$/);
  });

  it.each([
    ...['https://claude.ai/api/mcp/auth_callback', 'http://127.0.0.1:33418/', 'http://localhost:6274/oauth/callback'],
    ...['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor-dev://anysphere.cursor-retrieval/oauth/callback'],
    ...[
      'vscode://saoudrizwan.claude-dev/mcp-auth/callback',
      'vscode-insiders://x',
      'windsurf://x',
      'claude://x',
      'zed://x',
    ],
    ...[
      'raycast://oauth',
      'goose://oauth',
      'com.example.app:/oauth',
      'io.modelcontextprotocol.client://cb',
      'web+app://x',
    ],
    ...[
      'chrome-extension://abcdefghijklmnop/callback.html',
      'moz-extension://1/cb',
      'searchlight://x',
      'msauth.com.example://auth',
    ],
    'urn:ietf:wg:oauth:2.0:oob',
  ])('%s is allowed', (uri) => {
    expect([refusedScheme(uri), isUnprotected(uri)]).toEqual([undefined, false]);
  });

  it.each([
    'http://evil.example/',
    'http://localhost.evil.example/',
    'http://localhost@evil.example/',
    'http://192.168.0.7/',
  ])('%s would send the code over the network', (uri) => {
    expect(isUnprotected(uri)).toBe(true);
  });
});

describe('the user is told that they will be sent to', () => {
  it.each([
    ['https://claude.ai/cb', 'claude.ai'],
    ['https://claude.ai:8443/cb', 'claude.ai:8443'],
    ['https://claude.ai@evil.example/cb', 'evil.example'],
    ['https://claude.ai\\@evil.example/cb', 'claude.ai'],
    // A Cyrillic letter that looks like c.
    ['https://\u0441laude.ai/cb', 'xn--laude-0ye.ai'],
    ['https://CLAUDE.AI\u3002evil.example/cb', 'claude.ai.evil.example'],
    ['http://127.0.0.1:9/cb', 'a program on your device'],
    ['http://127.1:9/cb', 'a program on your device'],
    ['http://[::1]/cb', 'a program on your device'],
    ['https://localhost.evil.example/cb', 'localhost.evil.example'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'the application for cursor:'],
    ['web+evil://claude.ai/cb', 'the application for web+evil:'],
    ['web+evil://localhost/cb', 'the application for web+evil:'],
    ['com.example.app:/oauth', 'the application for com.example.app:'],
  ])('%s: %s', (uri, destination) => {
    expect(describeDestination(uri)).toBe(destination);
  });
});
