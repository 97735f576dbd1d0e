// walk.ts loads it before the service. It notes the file of each function of `src/` that is called, in every thread: each function gets a
// call at its beginning when its file is loaded.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';
import { parseSync } from 'vite';

/** When a function was called, in nanoseconds of the machine's clock, and its file, relative to `src/`. */
export type Step = readonly [atNs: string, file: string];

const SOURCES = join(process.env.WALK_ROOT!, 'src/');
const FOLDER = process.env.WALK_FOLDER!;

let steps: Step[] | undefined = process.env.WALK_FROM_START === 'true' ? [] : undefined;
Object.assign(globalThis, { noteStep: (file: string) => void steps?.push([String(process.hrtime.bigint()), file]) });

const channel = new BroadcastChannel('walk');
channel.onmessage = ({ data }: { data: unknown }) => obey(data);
channel.unref();
if (isMainThread) {
  process.on('message', (command) => {
    obey(command);
    channel.postMessage(command);
  });
  process.on('exit', () => write());
}

function obey(command: unknown): void {
  if (command === 'begin') steps = [];
  else write();
}

function write(): void {
  if (steps) writeFileSync(join(FOLDER, `${process.pid}-${threadId}.json`), JSON.stringify(steps));
  steps = undefined;
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!path.startsWith(SOURCES) || !path.endsWith('.ts') || loaded.source === null) return loaded;
    return { ...loaded, source: instrument(String(loaded.source), relative(SOURCES, path)) };
  },
});

/** Inserts a call of `noteStep` at the beginning of each function. */
function instrument(source: string, file: string): string {
  const inserts: { readonly at: number; readonly text: string }[] = [];
  const call = `globalThis.noteStep(${JSON.stringify(file)})`;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, body } = node as { readonly type?: string; readonly body?: Place | null };
    if (body && type !== undefined && FUNCTIONS.has(type)) {
      if (body.type === 'BlockStatement') inserts.push({ at: body.start + 1, text: ` ${call};` });
      else inserts.push({ at: body.start, text: `(${call}, ` }, { at: body.end, text: ')' });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, source).program.body);
  // From the end, so that earlier places stay where they are.
  const ordered = inserts.sort((a, b) => b.at - a.at);
  return ordered.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

interface Place {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
