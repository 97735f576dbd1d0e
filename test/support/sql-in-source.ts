// The SQL that the sources write: string and template literals, with what fills in their places as far as it is declared under a name.
import { readdirSync, readFileSync } from 'node:fs';

export interface WrittenSql {
  readonly file: string;
  /** It has no line breaks. */
  readonly sql: string;
}

const IS_SQL = /\b(?:SELECT\b[\s\S]*\bFROM|INSERT INTO|UPDATE|DELETE FROM)\s+[a-z_$]/;
/** A place of a template: the last name in it, such as `inWindow` in `${this.#inWindow(window)}`. */
const PLACE = /\$\{[^{}()]*?(\w+)(?:\([^{}]*\))?\}/g;
/** A place may have places itself. */
const DEPTH = 2;

/** `root`: a folder, with a slash at its end. */
export function sqlIn(root: string): WrittenSql[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const sources = new Map(files.map((file) => [file, readFileSync(root + file, 'utf8')]));
  const found: WrittenSql[] = [];
  for (const [file, source] of sources) {
    for (const literal of literalsIn(source).filter((one) => IS_SQL.test(one))) {
      let sql = literal;
      for (let depth = 0; depth < DEPTH; depth++) {
        sql = sql.replaceAll(PLACE, (place, name) => declarationIn(source, sources, name) ?? place);
      }
      found.push({ file, sql: sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim() });
    }
  }
  return found;
}

/** The literals of a constant or of a function that the file declares or imports. undefined: it has none. */
function declarationIn(source: string, sources: ReadonlyMap<string, string>, name: string): string | undefined {
  const declarations = [`const ${name} =[^]*?;\\n`, `(?:function ${name}|#${name})\\([^]*?\\n\\n`];
  const isImported = new RegExp(`import \\{[^}]*\\b${name}\\b`).test(source);
  for (const each of isImported ? [source, ...sources.values()] : [source]) {
    for (const declaration of declarations) {
      const [declared = ''] = new RegExp(`^ *(?:export )?(?:async )?${declaration}`, 'm').exec(`${each}\n\n`) ?? [];
      const literals = literalsIn(declared).join(' ');
      if (literals !== '') return literals;
    }
  }
  return undefined;
}

/** A literal within a template belongs to it. */
function literalsIn(source: string): string[] {
  const literals: string[] = [];
  for (let at = 0; at < source.length; ) {
    const end = endOfToken(source, at);
    if (`'"\``.includes(source[at]!)) literals.push(source.slice(at + 1, end - 1));
    at = end;
  }
  return literals;
}

/** Where the comment, literal or other character ends that begins there. */
function endOfToken(source: string, at: number): number {
  const character = source[at]!;
  if (source.startsWith('//', at)) return endAt(source, '\n', at);
  if (source.startsWith('/*', at)) return endAt(source, '*/', at + 2);
  if (character === '/' && /(?:^|[(,=:[!&|?{};>\n]|return)\s*$/.test(source.slice(Math.max(0, at - 40), at))) {
    return endOfPattern(source, at);
  }
  if (character === '`') return endOfTemplate(source, at);
  return character === "'" || character === '"' ? endOfQuoted(source, at) : at + 1;
}

function endAt(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at < 0 ? source.length : at + mark.length;
}

function endOfQuoted(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === source[start]) return at + 1;
  }
  return source.length;
}

function endOfPattern(source: string, start: number): number {
  let isInClass = false;
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') isInClass = true;
    else if (source[at] === ']') isInClass = false;
    else if (source[at] === '/' && !isInClass) return at + 1;
  }
  return source.length;
}

function endOfTemplate(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '`') return at + 1;
    else if (source.startsWith('${', at)) {
      let depth = 1;
      for (at += 2; depth > 0; ) {
        if (source[at] === '{') depth++;
        if (source[at] === '}') depth--;
        at = endOfToken(source, at);
      }
      at--;
    }
  }
  return source.length;
}
