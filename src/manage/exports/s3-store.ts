// Files of an export in an S3-compatible storage: one request for each file, signed by its credentials.
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { boundedText } from '../../foundation/fetch/bounded-text.ts';
import { ExportError } from './export-target.ts';
import type { FileStore } from './file-target.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
  /** Such as https://storage.example.com; undefined: that of Amazon in the region. */
  readonly endpoint?: string | undefined;
}

export interface S3Limits {
  /** How long a request may take: a file of a busy day has some hundred megabytes. */
  readonly requestMsMax: number;
  /** How often a request is repeated that could not be answered. */
  readonly retries: number;
  readonly retryMs: number;
}

const LIMITS: S3Limits = { requestMsMax: 600_000, retries: 5, retryMs: 200 };
/** Digests of a website's files over many years. */
const RECORD_BYTES_MAX = 64 * 1024 * 1024;
const ERROR_BYTES_MAX = 64 * 1024;
const NOT_FOUND = 404;

export class S3Store implements FileStore {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #limits: S3Limits;
  #staging: Promise<string> | undefined;

  /** `url` is s3://BUCKET/PREFIX. */
  constructor(url: string, credentials: S3Credentials, limits: S3Limits = LIMITS) {
    const { bucket, prefix } = parseS3Url(url);
    const { region, endpoint = `https://s3.${region}.amazonaws.com`, sessionToken, ...keys } = credentials;
    this.#client = new AwsClient({
      ...keys,
      ...(sessionToken !== undefined && { sessionToken }),
      ...{ service: 's3', region, retries: limits.retries, initRetryMs: limits.retryMs },
    });
    this.#base = `${endpoint}/${bucket}/${prefix}`;
    this.#limits = limits;
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const response = await this.#request('GET', name);
    if (response.status === NOT_FOUND) {
      const reason = await reasonOf(response);
      if (/NoSuchBucket/.test(reason)) throw this.#refused('GET', name, reason);
      return undefined;
    }
    await this.#requireDone('GET', name, response);
    return Buffer.from(await boundedText(response, RECORD_BYTES_MAX));
  }

  staging(): Promise<string> {
    this.#staging ??= mkdtemp(join(tmpdir(), 'funnel-export-'));
    return this.#staging;
  }

  /** The digest is signed, so the storage refuses a file that has changed on its way. */
  async put(name: string, path: string): Promise<void> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const headers = { 'x-amz-content-sha256': hash.digest('hex'), 'content-type': 'application/octet-stream' };
    const response = await this.#request('PUT', name, { headers, body: await openAsBlob(path) });
    await this.#requireDone('PUT', name, response);
    await response.body?.cancel();
    await rm(path);
  }

  async remove(name: string): Promise<void> {
    const response = await this.#request('DELETE', name);
    if (response.status !== NOT_FOUND) await this.#requireDone('DELETE', name, response);
    await response.body?.cancel();
  }

  /** An object that was acknowledged lasts. */
  async flush(): Promise<void> {}

  async close(): Promise<void> {
    if (this.#staging) await rm(await this.#staging, { recursive: true, force: true });
  }

  async #request(method: string, name: string, init: RequestInit = {}): Promise<Response> {
    try {
      // A redirect would send the signature to another host.
      const signal = AbortSignal.timeout(this.#limits.requestMsMax);
      return await this.#client.fetch(this.#base + name, { method, redirect: 'manual', signal, ...init });
    } catch (error) {
      const { name: kind, message, cause } = error as Error;
      const seconds = this.#limits.requestMsMax / 1_000;
      const reason = kind === 'TimeoutError' ? `no answer within ${seconds} s` : ((cause as Error)?.message ?? message);
      throw this.#refused(method, name, reason);
    }
  }

  async #requireDone(method: string, name: string, response: Response): Promise<void> {
    if (response.ok) return;
    const { status } = response;
    if (status >= 300 && status < 400) {
      const hint = 'it redirects; set S3_ENDPOINT and S3_REGION to those of the bucket';
      throw this.#refused(method, name, `${status}: ${hint}`);
    }
    throw this.#refused(method, name, `${status} ${await reasonOf(response)}`);
  }

  #refused(method: string, name: string, reason: string): ExportError {
    return new ExportError(`The storage did not do ${method} ${this.#base}${name}: ${reason.trim()}`);
  }
}

/** The code and the message of an answer in XML. */
async function reasonOf(response: Response): Promise<string> {
  const text = await boundedText(response, ERROR_BYTES_MAX).catch(() => '');
  const [, code] = /<Code>([\w.-]{1,100})<\/Code>/.exec(text) ?? [];
  const [, message] = /<Message>([^<]{1,300})<\/Message>/.exec(text) ?? [];
  return [code, message].filter((part) => part !== undefined).join(': ');
}

/** A prefix ends with a slash, unless it is empty. */
export function parseS3Url(url: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(url) ?? [];
  if (bucket === undefined || /(^|\/)\.{1,2}(\/|$)|\/\//.test(path)) {
    throw new ExportError('A storage is named by s3://BUCKET/PREFIX: the prefix has letters, digits and . _ - / only.');
  }
  return { bucket, prefix: path === '' || path.endsWith('/') ? path : `${path}/` };
}
