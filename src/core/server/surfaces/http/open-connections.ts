// Limits how many of all connections one IP address and one network may hold open, so that nobody can use up all of them.
// Why: docs/decisions/http.md, "Connections are shared out by address and by network".
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf, wideNetworkOf } from '../../../contract/access/rate-limit.ts';

const WARN_EVERY_MS = 60_000;

interface ConnectionLimits {
  /** The limit of all callers together. */
  readonly connectionsMax: number;
  /** The limit of one IPv4 address or IPv6 /64 network. */
  readonly perAddressMax: number;
}

/** A network may hold a quarter as many connections as are free. So one that takes all it can get leaves four fifths to the others. */
const NETWORK_SHARE = 1 / 4;

/**
 * Each further network that takes all it can get leaves four fifths of what the ones before have left: after six of them, a quarter is
 * free.
 */
export class OpenConnections {
  readonly #limits: ConnectionLimits;
  readonly #perAddress = new Counts();
  readonly #perNetwork = new Counts();
  #all = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Returns what to call when the connection has been closed; undefined: it is one too many. */
  open(ipAddress: string): (() => void) | undefined {
    const { connectionsMax, perAddressMax } = this.#limits;
    const [address, network] = [networkOf(ipAddress), wideNetworkOf(ipAddress)];
    if (this.#perAddress.of(address) >= perAddressMax) return undefined;
    if (this.#perNetwork.of(network) >= (connectionsMax - this.#all) * NETWORK_SHARE) return undefined;
    this.#add(address, network, 1);
    return () => this.#add(address, network, -1);
  }

  /** A connection of a trusted proxy takes room, but has no limit of its own. */
  openTrusted(): () => void {
    this.#all++;
    return () => {
      this.#all--;
    };
  }

  #add(address: string, network: string, change: 1 | -1): void {
    this.#all += change;
    this.#perAddress.add(address, change);
    this.#perNetwork.add(network, change);
  }
}

class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

interface LimitOptions extends ConnectionLimits {
  /** Behind a proxy, many clients share one address. It has to limit them itself. */
  isTrustedProxy(address: string | undefined): boolean;
  readonly logger: Logger;
}

/** A connection beyond the limits is closed before anything is read from it. */
export function limitConnections(server: Server, { isTrustedProxy, logger, ...limits }: LimitOptions): void {
  const connections = new OpenConnections(limits);
  let lastWarningMs = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const close = isTrustedProxy(address) ? connections.openTrusted() : connections.open(address);
    if (close) {
      socket.once('close', close);
      return;
    }
    socket.destroy();
    if (performance.now() - lastWarningMs < WARN_EVERY_MS) return;
    lastWarningMs = performance.now();
    logger.warn(limits, 'an IP address or its network holds as many connections as it may');
  });
}
