// Files of an export in an S3-compatible storage: one request for each file, signed by its credentials.
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { AllowedHost } from '../../../core/foundation/fetch/allowed-hosts.ts';
import {
  createStorageFetch,
  type GuardedFetch,
  RefusedUrlError,
} from '../../../core/foundation/fetch/guarded-fetch.ts';
import { ExportError, type ExportProblem } from './export-target.ts';
import type { FileStore } from './file-target.ts';
import { makeStaging } from './staging-folder.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
  /** The URL of the storage, such as https://storage.example.com. undefined: that of Amazon in the region. */
  readonly endpoint?: string | undefined;
}

export interface S3Limits {
  /** How long an answer may take, besides the time that the file takes at the lowest speed. */
  readonly answerMsMax: number;
  readonly bytesPerSecondMin: number;
  /** How often a request is repeated that could not be answered, after a time that doubles. */
  readonly retries: number;
  readonly retryMs: number;
}

const LIMITS: S3Limits = { answerMsMax: 30_000, bytesPerSecondMin: 128 * 1024, retries: 5, retryMs: 200 };
/** Digests of a website's files over many years. */
const RECORD_BYTES_MAX = 16 * 1024 * 1024;
const NOT_FOUND = 404;
const FULL = 507;
const TOO_BUSY = 429;
const REASON_LENGTH_MAX = 300;
const TARGET_DIGITS = 16;
const EMPTY_DIGEST = createHash('sha256').digest('hex');

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly name: string;
  readonly file?: { readonly content: Blob; readonly digest: string };
}

export interface S3Options {
  /** Where the storage may be besides the public internet; default: anywhere, because the operator has chosen it. */
  readonly allowedHosts?: readonly AllowedHost[] | 'any';
  readonly limits?: S3Limits;
  /** Ends a run. */
  readonly signal?: AbortSignal | undefined;
}

export class S3Store implements FileStore {
  readonly #credentials: S3Credentials;
  readonly #base: string;
  readonly #limits: S3Limits;
  readonly #fetch: GuardedFetch;
  readonly #signal: AbortSignal | undefined;
  #staging: Promise<string> | undefined;

  /** `url` is s3://BUCKET/PREFIX. */
  constructor(
    url: string,
    credentials: S3Credentials,
    { allowedHosts = 'any', limits = LIMITS, signal }: S3Options = {},
  ) {
    const { bucket, prefix } = parseS3Url(url);
    const { region, endpoint = `https://s3.${region}.amazonaws.com` } = credentials;
    this.#credentials = credentials;
    this.#base = `${endpoint}/${bucket}/${prefix}`;
    this.#limits = limits;
    this.#fetch = createStorageFetch(allowedHosts, { responseBytesMax: RECORD_BYTES_MAX });
    this.#signal = signal;
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const request = { method: 'GET', name } as const;
    const response = await this.#answerTo(request);
    if (response.status === NOT_FOUND) {
      const reason = await reasonOf(response);
      if (reason.includes('NoSuchBucket')) throw this.#refused(request, reason, 'no_target');
      return undefined;
    }
    await this.#requireDone(request, response);
    return new Uint8Array(await response.arrayBuffer());
  }

  staging(): Promise<string> {
    // The name says of which target it is, so that the next export to it finds what a killed one has left there.
    const target = createHash('sha256').update(this.#base).digest('hex').slice(0, TARGET_DIGITS);
    this.#staging ??= makeStaging(tmpdir(), `funnel-export-${target}-`);
    return this.#staging;
  }

  /** The digest is signed, so the storage refuses a file that has changed on its way. */
  async put(name: string, path: string): Promise<void> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const file = { content: await openAsBlob(path), digest: hash.digest('hex') };
    const request = { method: 'PUT', name, file } as const;
    await this.#requireDone(request, await this.#answerTo(request));
    await rm(path);
  }

  async remove(name: string): Promise<void> {
    const request = { method: 'DELETE', name } as const;
    const response = await this.#answerTo(request);
    if (response.status !== NOT_FOUND) await this.#requireDone(request, response);
  }

  /** An object that was acknowledged lasts. */
  async flush(): Promise<void> {}

  async close(): Promise<void> {
    if (this.#staging) await rm(await this.#staging, { recursive: true, force: true });
  }

  /** Every request may be repeated: what it does is done once, however often it arrives. */
  async #answerTo(request: S3Request): Promise<Response> {
    const { retries, retryMs } = this.#limits;
    for (let tries = 0; ; tries++) {
      try {
        const response = await this.#send(request);
        const isBusy = response.status === TOO_BUSY || (response.status >= 500 && response.status !== FULL);
        if (!isBusy || tries === retries) return response;
      } catch (error) {
        if (this.#signal?.aborted || tries === retries || !isBroken(error)) throw this.#unanswered(request, error);
      }
      await delay(retryMs * 2 ** tries, undefined, { signal: this.#signal });
    }
  }

  async #send({ method, name, file }: S3Request): Promise<Response> {
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#credentials;
    const signer = new AwsV4Signer({
      ...{ accessKeyId, secretAccessKey, service: 's3', region, method, url: this.#base + name },
      ...(sessionToken !== undefined && { sessionToken }),
      headers: {
        'x-amz-content-sha256': file?.digest ?? EMPTY_DIGEST,
        ...(file && { 'content-type': 'application/octet-stream' }),
      },
    });
    const { url, headers } = await signer.sign();
    const { answerMsMax, bytesPerSecondMin } = this.#limits;
    const responseMsMax = answerMsMax + Math.ceil(((file?.content.size ?? 0) / bytesPerSecondMin) * 1_000);
    // It follows no redirect, which would send the signature to another host.
    return this.#fetch(url, { method, headers, body: file?.content, responseMsMax, signal: this.#signal });
  }

  async #requireDone(request: S3Request, response: Response): Promise<void> {
    if (response.ok) return;
    const { status } = response;
    if (status >= 300 && status < 400) {
      const hint = 'it redirects; set S3_ENDPOINT and S3_REGION to those of the bucket';
      throw this.#refused(request, `${status}: ${hint}`, 'redirected');
    }
    const reason = await reasonOf(response);
    throw this.#refused(request, `${status} ${reason}`, problemOf(status, reason));
  }

  #unanswered(request: S3Request, error: unknown): unknown {
    if (this.#signal?.aborted) return this.#signal.reason;
    if (error instanceof RefusedUrlError) return this.#refused(request, error.message, 'not_public');
    const { message, cause, code } = error as NodeJS.ErrnoException;
    const isLate = (cause as Error | undefined)?.name === 'TimeoutError';
    // What was tried at several addresses has no message of its own.
    return this.#refused(request, isLate ? 'no answer in time' : message || String(code), 'unreachable');
  }

  #refused({ method, name }: S3Request, reason: string, problem: ExportProblem): ExportError {
    return new ExportError(`The storage did not do ${method} ${this.#base}${name}: ${reason.trim()}`, problem);
  }
}

function problemOf(status: number, reason: string): ExportProblem {
  if (/NoSuchBucket/.test(reason)) return 'no_target';
  if (/(Wrong|Authorization|Illegal)\w*(Region|Malformed)|PermanentRedirect|IllegalLocation/.test(reason))
    return 'redirected';
  if (status === 401 || status === 403) return 'keys_refused';
  return status === FULL || /QuotaExceeded|InsufficientStorage|NoSpace/.test(reason) ? 'full' : 'refused';
}

/** The connection, not the host: that a host is not known, or not allowed, stays so. An answer that is late has taken long enough. */
function isBroken(error: unknown): boolean {
  return /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EAI_AGAIN)$/.test(String((error as NodeJS.ErrnoException).code));
}

/** The code and the message of an answer in XML. */
async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  const [, code] = /<Code>([\w.-]{1,100})<\/Code>/.exec(text) ?? [];
  const [, message] = /<Message>([^<]{1,1000})<\/Message>/.exec(text) ?? [];
  const reason = [code, message].filter((part) => part !== undefined).join(': ');
  // It is shown in a line.
  return reason.replace(/[\s\p{C}]+/gu, ' ').slice(0, REASON_LENGTH_MAX);
}

/** A prefix ends with a slash, unless it is empty. */
export function parseS3Url(url: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(url) ?? [];
  if (bucket === undefined || /(^|\/)\.{1,2}(\/|$)|\/\//.test(path)) {
    throw new ExportError('A storage is named by s3://BUCKET/PREFIX: the prefix has letters, digits and . _ - / only.');
  }
  return { bucket, prefix: path === '' || path.endsWith('/') ? path : `${path}/` };
}
