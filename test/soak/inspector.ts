// Has a Node process collect its garbage, in all its threads, by the protocol that debuggers speak. What is left then is
// in use: without that, memory goes up and down by hundreds of MiB between two collections that are minutes apart.

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly message?: string };
}

export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #workers = new Set<string>();
  readonly #waiting = new Map<number, () => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`There is no inspector at ${url}.`)));
    });
    const inspector = new Inspector(socket);
    await inspector.#call('NodeWorker.enable', { waitForDebuggerOnStart: false });
    return inspector;
  }

  async collectGarbage(): Promise<void> {
    const method = 'HeapProfiler.collectGarbage';
    await this.#call(method);
    for (const sessionId of this.#workers) {
      await this.#answered((id) => {
        const message = JSON.stringify({ id, method });
        this.#send({ id: ++this.#lastId, method: 'NodeWorker.sendMessageToWorker', params: { sessionId, message } });
      });
    }
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  #call(method: string, params: object = {}): Promise<void> {
    return this.#answered((id) => this.#send({ id, method, params }));
  }

  #answered(send: (id: number) => void): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  #receive({ id, method, params }: Message): void {
    if (method === 'NodeWorker.attachedToWorker') this.#workers.add(params!.sessionId!);
    if (method === 'NodeWorker.detachedFromWorker') this.#workers.delete(params!.sessionId!);
    if (method === 'NodeWorker.receivedMessageFromWorker') this.#receive(JSON.parse(params!.message!));
    if (id === undefined) return;
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}
