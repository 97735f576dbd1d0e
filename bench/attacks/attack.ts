// What an attacker has: the credentials of one website, an IP address, and ways to send requests.
import { type Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The neighbour uses 127.0.0.1. */
export const ATTACKER_ADDRESS = '127.0.0.2';
export const ATTACKER_WEBSITE_ID = 1;
export const PUBLIC_KEY_ORIGIN = 'https://www.example.com';
const CONCURRENCY_MAX = 64;

export interface Target {
  readonly port: number;
  readonly ingestKey: string;
  /** Allows PUBLIC_KEY_ORIGIN. */
  readonly publicKey: string;
  /** Signs Shopify's webhooks. */
  readonly webhookSecret: string;
  readonly tokens: { readonly rest: string; readonly tools: string };
  /** A folder for temporary files. */
  readonly folder: string;
  /** The environment of commands that the operator runs on the same database. */
  readonly env: NodeJS.ProcessEnv;
}

export interface Attack {
  readonly name: string;
  /** The only engine that it is about; undefined: any. */
  readonly engine?: 'postgres';
  /** Runs until the signal is aborted. Resolves when everything it has opened is closed. */
  run(target: Target, signal: AbortSignal): Promise<void>;
}

export interface AttackRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: ATTACKER_ADDRESS. */
  readonly fromAddress?: string;
  readonly body?: string | Uint8Array;
}

/** Returns the status, or 0 without a response. */
export function send(target: Target, sending: AttackRequest, agent?: Agent): Promise<number> {
  const { path, headers, body, fromAddress: localAddress = ATTACKER_ADDRESS } = sending;
  return new Promise((resolve) => {
    const { port } = target;
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ port, host: '127.0.0.1', localAddress, path, headers, method, agent }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

/** Keeps `concurrency` requests in progress. */
export async function keepSending(
  target: Target,
  signal: AbortSignal,
  options: { readonly concurrency: number; readonly agent?: Agent; next(number: number): AttackRequest },
): Promise<void> {
  let number = 0;
  const sender = async () => {
    while (!signal.aborted) await send(target, options.next(number++), options.agent);
  };
  await Promise.all(Array.from({ length: options.concurrency }, sender));
}

/** Sends this many requests a second, however long the responses take, but not more at once than `CONCURRENCY_MAX`. */
export async function sendSteadily(
  target: Target,
  signal: AbortSignal,
  options: { readonly perSecond: number; readonly agent?: Agent; next(number: number): AttackRequest },
): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  for (let number = 0; !signal.aborted; number++) {
    await delay(1_000 / options.perSecond);
    if (pending.size >= CONCURRENCY_MAX) continue;
    const sent = send(target, options.next(number), options.agent);
    pending.add(sent);
    void sent.then(() => pending.delete(sent));
  }
  await Promise.all(pending);
}

/** Opens connections, writes to each once, and keeps them open. Replaces connections that are closed. */
export async function holdConnections(
  target: Target,
  signal: AbortSignal,
  options: { readonly count: number; onOpen(socket: Socket): void },
): Promise<void> {
  const open = new Set<Socket>();
  const openOne = () => {
    const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: ATTACKER_ADDRESS });
    open.add(socket);
    socket.once('connect', () => options.onOpen(socket));
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => {
      open.delete(socket);
      if (!signal.aborted) setTimeout(openOne, 100);
    });
  };
  for (let number = 0; number < options.count; number++) openOne();
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  for (const socket of open) socket.destroy();
}
