// A storage that speaks the S3 protocol: puts, gets and deletes objects, and checks signatures by the specification of AWS (version 4),
// without the code that has made them. A test can let it answer otherwise.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const S3_CREDENTIALS = { accessKeyId: 'the-key', secretAccessKey: 'the-secret', region: 'eu-test-1' };

/** Returns true if it has answered, or will never do so. */
type Disturb = (request: IncomingMessage, response: ServerResponse) => boolean;

export class S3Server {
  /** By the path, with the bucket. */
  readonly objects = new Map<string, Buffer>();
  disturb: Disturb = () => false;
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.disturb(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = request.url!;
    if (!isSigned(request, body)) answerError(response, 403, 'SignatureDoesNotMatch');
    else if (request.method === 'PUT') {
      this.objects.set(path, body);
      response.end();
    } else if (request.method === 'DELETE') {
      this.objects.delete(path);
      response.writeHead(204).end();
    } else if (this.objects.has(path)) response.end(this.objects.get(path));
    else answerError(response, 404, 'NoSuchKey');
  }
}

export function answerError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>It says ${code}.</Message></Error>`);
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** See "Create a signed AWS API request" in the documentation of AWS. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers, method, url } = request;
  const { authorization = '' } = headers;
  const [, keyId, date, region, names, signature] =
    /Credential=([^/]+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)/.exec(
      authorization,
    ) ?? [];
  if (keyId !== S3_CREDENTIALS.accessKeyId || region !== S3_CREDENTIALS.region) return false;
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const signed = names!.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, url, '', signed.join(''), names, payload].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date!, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${S3_CREDENTIALS.secretAccessKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
