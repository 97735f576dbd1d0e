// Firefox, driven by WebDriver BiDi: Playwright supports only its own build of Firefox, and no other driver is worth 24 MB here.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findOrInstall } from './installed-program.ts';
import { IS_LONG } from './long.ts';

/** Only the long run has tests in it: to install it takes 8 s of processor time. */
export const FIREFOX: string | undefined = IS_LONG
  ? findOrInstall({
      debianPackage: 'firefox-esr',
      knownPaths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
      pathVariable: 'FIREFOX_PATH',
    })
  : undefined;

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** https://w3c.github.io/webdriver-bidi/ */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id = 0, result, error, message } = JSON.parse(String(data)) as Reply;
      if (error === undefined) this.#waiting.get(id)?.resolve(result);
      else this.#waiting.get(id)?.reject(new Error(`${error}: ${message}`));
      this.#waiting.delete(id);
    });
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Connection(socket);
  }

  send<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return waiting.promise as Promise<Result>;
  }
}

export class FirefoxPage {
  readonly #connection: Connection;
  readonly #context: string;

  constructor(connection: Connection, context: string) {
    this.#connection = connection;
    this.#context = context;
  }

  /** Runs before the scripts of every page that is loaded from now on. */
  async runFirst(script: string): Promise<void> {
    const functionDeclaration = `() => { ${script} }`;
    await this.#connection.send('script.addPreloadScript', { functionDeclaration, contexts: [this.#context] });
  }

  async goto(url: string): Promise<void> {
    await this.#connection.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.#connection.send('browsingContext.reload', { context: this.#context, wait: 'complete' });
  }

  async evaluate(expression: string): Promise<unknown> {
    const { value } = await this.#run<{ value: string }>(`JSON.stringify([${expression.replace(/;\s*$/, '')}][0])`);
    return value === undefined ? undefined : JSON.parse(value);
  }

  /** As a user does, with the pointer. */
  async click(selector: string): Promise<void> {
    const { sharedId } = await this.#run<{ sharedId: string }>(`document.querySelector(${JSON.stringify(selector)})`);
    const origin = { type: 'element', element: { sharedId } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const pointer = { type: 'pointer', id: 'pointer', actions };
    await this.#connection.send('input.performActions', { context: this.#context, actions: [pointer] });
  }

  async close(): Promise<void> {
    await this.#connection.send('browsingContext.close', { context: this.#context });
  }

  async #run<Result>(expression: string): Promise<Result> {
    const answer = await this.#connection.send<{
      readonly result: Result;
      readonly exceptionDetails?: { readonly text: string };
    }>('script.evaluate', { expression, target: { context: this.#context }, awaitPromise: true });
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }
}

export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #connection: Connection;

  private constructor(process: ChildProcess, profile: string, connection: Connection) {
    this.#process = process;
    this.#profile = profile;
    this.#connection = connection;
  }

  /** Throws if `FIREFOX` is undefined. */
  static async launch(preferences: Readonly<Record<string, unknown>> = {}): Promise<Firefox> {
    if (!FIREFOX) throw new Error('There is no Firefox.');
    const profile = mkdtempSync(join(tmpdir(), 'funnel-firefox-'));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const process = spawn(FIREFOX, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of createInterface({ input: process.stderr! })) {
      const [url] = /ws:\/\/\S+/.exec(line) ?? [];
      if (url === undefined) continue;
      // What it says from now on is read and dropped, or it would wait for a reader.
      process.stderr!.resume();
      const connection = await Connection.open(`${url}/session`);
      await connection.send('session.new', { capabilities: {} });
      return new Firefox(process, profile, connection);
    }
    throw new Error('Firefox ended before it could be driven.');
  }

  async newPage(): Promise<FirefoxPage> {
    const { context } = await this.#connection.send<{ context: string }>('browsingContext.create', { type: 'tab' });
    return new FirefoxPage(this.#connection, context);
  }

  async close(): Promise<void> {
    // Not only the process itself: those that it has started write into the profile, too, and have its stream.
    const ended = once(this.#process, 'close');
    await this.#connection.send('browser.close', {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true });
  }
}
