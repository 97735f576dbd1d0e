// Storages that speak the S3 protocol: one of our own, which checks signatures by the specification of AWS (version 4) without the code
// that has made them, and s3rver, which others have written. A proxy in front of either can answer otherwise.
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { S3Credentials } from '../../src/extensions/exports/targets/s3-store.ts';
import { installedPackage } from './installed-package.ts';
import { isRoot } from './installed-program.ts';

/** A running storage with the bucket `bucket`. */
export interface Storage {
  readonly origin: string;
  readonly credentials: S3Credentials;
  /** Returns the keys in order, without the bucket. */
  keys(): string[];
  bytes(key: string): Buffer;
  text(key: string): string;
  empty(): void;
  /** Leaves room for so many bytes. Default: all that there is. Only where it is a file system of its own. */
  readonly limitRoom?: (bytes?: number) => void;
  close(): Promise<void>;
}

const BUCKET = 'bucket';

// ---- Ours -------------------------------------------------------------------------------------------------------------

const OUR_CREDENTIALS = { accessKeyId: 'the-key', secretAccessKey: 'the-secret', region: 'eu-test-1' };

export async function startOurStorage(): Promise<Storage> {
  /** The objects by their path, with the bucket. */
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void handle(objects, request, response));
  const origin = await listen(server);
  return {
    origin,
    credentials: OUR_CREDENTIALS,
    keys: () => [...objects.keys()].map((path) => path.slice(`/${BUCKET}/`.length)).sort(),
    bytes: (key) => objects.get(`/${BUCKET}/${key}`)!,
    text: (key) => objects.get(`/${BUCKET}/${key}`)!.toString(),
    empty: () => objects.clear(),
    close: () => close(server),
  };
}

async function handle(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const path = request.url!;
  const problem = signatureProblem(request, body);
  if (problem !== undefined) answerError(response, 403, problem);
  else if (!path.startsWith(`/${BUCKET}/`)) answerError(response, 404, 'NoSuchBucket');
  else if (request.method === 'PUT') {
    objects.set(path, body);
    response.end();
  } else if (request.method === 'DELETE') {
    objects.delete(path);
    response.writeHead(204).end();
  } else if (objects.has(path)) response.end(objects.get(path));
  else answerError(response, 404, 'NoSuchKey');
}

export function answerError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>It says ${code}.</Message></Error>`);
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** See "Create a signed AWS API request" in the documentation of AWS. */
function signatureProblem(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method, url } = request;
  const { authorization = '' } = headers;
  const [, keyId, date, region, names, signature] =
    /Credential=([^/]+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)/.exec(
      authorization,
    ) ?? [];
  if (keyId !== OUR_CREDENTIALS.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== OUR_CREDENTIALS.region) return 'AuthorizationHeaderMalformed';
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names!.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, url, '', signed.join(''), names, payload].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date!, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${OUR_CREDENTIALS.secretAccessKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

// ---- s3rver -----------------------------------------------------------------------------------------------------------

/** The one that checks signatures of version 4: the original accepts any. */
const S3RVER = '@20minutes/s3rver';
const S3RVER_VERSION = '5.0.0';
const OBJECT_SUFFIX = '._S3rver_object';
const DISK_MIB = 4;

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

/** undefined: it can not be installed. */
export async function startS3rver(): Promise<Storage | undefined> {
  const S3rver = installedPackage<new (options: object) => S3rver>(S3RVER, S3RVER_VERSION);
  if (!S3rver) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'funnel-s3rver-'));
  const directory = join(folder, 'data');
  mkdirSync(directory);
  // A disk of its own can be full.
  if (isRoot()) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', directory]);
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: BUCKET }] };
  const running = new S3rver(options);
  const { port } = await running.run();
  const bucket = join(directory, BUCKET);
  const keys = () =>
    globSync(`**/*${OBJECT_SUFFIX}`, { cwd: bucket }).map((file) => file.slice(0, -OBJECT_SUFFIX.length));
  const pathOf = (key: string) => join(bucket, key + OBJECT_SUFFIX);
  return {
    origin: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' },
    keys: () => keys().sort(),
    bytes: (key) => readFileSync(pathOf(key)),
    text: (key) => readFileSync(pathOf(key), 'utf8'),
    empty: () => {
      for (const key of keys()) rmSync(pathOf(key));
    },
    ...(isRoot() && {
      limitRoom: (bytes) => {
        const ballast = join(directory, 'ballast');
        rmSync(ballast, { force: true });
        if (bytes === undefined) return;
        const [, free] = execFileSync('df', ['--output=avail', '-B1', directory], { encoding: 'utf8' }).split('\n');
        execFileSync('fallocate', ['-l', String(Number(free) - bytes), ballast]);
      },
    }),
    async close() {
      await running.close();
      if (isRoot()) execFileSync('umount', [directory]);
      rmSync(folder, { recursive: true });
    },
  };
}

// ---- In front of a storage ----------------------------------------------------------------------------------------------

/** Returns true if it has answered, or will never do so. */
type Disturb = (request: IncomingMessage, response: ServerResponse) => boolean;

export class DisturbedStorage {
  disturb: Disturb = () => false;
  /** Requests that the storage has got. */
  passedOn = 0;
  /** Slow: what is sent and what is answered goes on in pieces of so many bytes, each in a turn of its own. undefined: as it comes. */
  pieceBytes: number | undefined;
  readonly #server: Server;
  #endpoint = '';

  private constructor({ origin }: Storage) {
    this.#server = createServer((request, response) => {
      if (this.disturb(request, response)) return;
      this.passedOn++;
      const { method, headers, url } = request;
      const onward = httpRequest(origin + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        this.#pass(answer, response);
      });
      onward.on('error', () => response.destroy());
      this.#pass(request, onward);
    });
  }

  static async before(storage: Storage): Promise<DisturbedStorage> {
    const proxy = new DisturbedStorage(storage);
    proxy.#endpoint = await listen(proxy.#server);
    return proxy;
  }

  get endpoint(): string {
    return this.#endpoint;
  }

  /** A side that is closed meanwhile is noticed by the other one. */
  #pass(from: Readable, to: Writable): void {
    const { pieceBytes } = this;
    const pieces = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.length; at += pieceBytes ?? chunk.length) {
          yield chunk.subarray(at, at + (pieceBytes ?? chunk.length));
          await nextTurn();
        }
      }
    };
    pipeline(from, pieces, to).catch(() => {});
  }

  close(): Promise<void> {
    return close(this.#server);
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
