// Which redirect URIs clients may have, and how the consent page describes them. Anybody can register a client, so a redirect URI is a
// URL that a stranger makes the browser open, with an authorization code in it.
// Why: docs/decisions/tokens.md, "Redirect URIs have a list of refused schemes".

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A private-use scheme (RFC 8252, section 7.1) belongs to an application. These belong to something else, which the user would
 * not expect behind a consent page. Schemes that begin with one of REFUSED_PREFIXES do too.
 */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  // Pages and scripts that browsers show or run themselves.
  ...['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'livescript', 'mocha', 'vbscript', 'view-source'],
  ...['brave', 'chrome', 'chrome-devtools', 'chrome-error', 'chrome-native', 'chrome-search', 'chrome-untrusted'],
  ...['devtools', 'edge', 'feed', 'jar', 'mhtml', 'opera', 'res', 'resource', 'vivaldi', 'wyciwyg'],
  // Schemes that open another program or URL, which the path or the query names.
  ...['android-app', 'content', 'firefox', 'firefox-focus', 'intent', 'ios-app', 'jnlp', 'jnlps', 'market', 'shell'],
  ...['x-web-search'],
  // Settings, search and help of the operating system.
  ...['app-prefs', 'applescript', 'hcp', 'help', 'its', 'mk', 'prefs', 'search', 'search-ms', 'shortcuts'],
  ...['windowsdefender', 'workflow', 'x-help-action', 'x-help-script', 'x-man-page'],
  // Messages, calls and places.
  ...[
    'callto',
    'cid',
    'geo',
    'im',
    'imessage',
    'mailto',
    'maps',
    'message',
    'mid',
    'mms',
    'mmsto',
    'sip',
    'sips',
    'sms',
  ],
  ...['smsto', 'tel', 'telprompt', 'xmpp'],
  // Protocols to other machines.
  ...['afp', 'cifs', 'dav', 'davs', 'dict', 'finger', 'ftp', 'ftps', 'git', 'gopher', 'imap', 'imaps', 'ipp', 'ipps'],
  ...['irc', 'irc6', 'ircs', 'ldap', 'ldaps', 'magnet', 'news', 'nfs', 'nntp', 'nntps', 'pop', 'pops', 'rdp', 'rlogin'],
  ...['rsync', 'rtmp', 'rtsp', 'scp', 'sftp', 'smb', 'smtp', 'snews', 'ssh', 'svn', 'telnet', 'tftp', 'tn3270', 'vnc'],
  ...['wais', 'webcal', 'webcals', 'webdav', 'webdavs', 'ws', 'wss'],
]);
/** They are of Windows, Office and Edge, of Apple, and of Chrome on phones. */
const REFUSED_PREFIXES = ['ms-', 'microsoft-edge', 'microsoft.', 'x-apple', 'itms', 'facetime', 'googlechrome'];

/** An authorization code that is sent over http to another machine can be intercepted. */
export function isUnprotected(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === 'http:' && !LOOPBACK_HOSTS.has(url.hostname);
}

/** The scheme of the URI, if clients may not use it. The URI is parsed as browsers do: they ignore case and line breaks in the scheme. */
export function refusedScheme(uri: string): string | undefined {
  const scheme = URL.parse(uri)?.protocol.slice(0, -1);
  return scheme !== undefined && isRefused(scheme) ? scheme : undefined;
}

function isRefused(scheme: string): boolean {
  // A single letter is a drive on Windows.
  return (
    scheme.length === 1 || REFUSED_SCHEMES.has(scheme) || REFUSED_PREFIXES.some((prefix) => scheme.startsWith(prefix))
  );
}

/**
 * Tells the user who gets the response. Only in an http or https URL does the host say so: after a private-use scheme it is any text
 * that the client chose. Hosts in other scripts are shown in ASCII, so that none looks like another one.
 */
export function describeDestination(uri: string): string {
  const { protocol, hostname, host } = new URL(uri);
  if (protocol !== 'https:' && protocol !== 'http:') return `the application for ${protocol}`;
  return LOOPBACK_HOSTS.has(hostname) ? 'a program on your device' : host;
}
