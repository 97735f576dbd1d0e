// What package-lock.json says: which packages there are, which of them are shipped, and which break the rules for them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What the dashboard and the API reference are made of is bundled, and reaches browsers: it is shipped, though nothing is loaded from it.
 */
const BUNDLED_SOURCES = ['dashboard/src', 'packages/api-client/src', 'packages/tracker/src', 'reference/src'];

/** Whoever ships these has nothing to do but to name them. */
const SHIPPED_LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  // The public domain, for data.
  'PDDL-1.0',
  // Fonts: documents that have them in them are free.
  'OFL-1.1',
]);
/** The licences of tools that are only used here. */
const TOOL_LICENCES: ReadonlySet<string> = new Set([
  ...SHIPPED_LICENCES,
  'MIT OR Apache-2.0',
  'Apache-2.0 AND MIT',
  '(MIT OR CC0-1.0)',
  '(AFL-2.1 OR BSD-3-Clause)',
  'MPL-2.0',
  'Python-2.0',
]);
/** What is shipped and does not name its licence in package.json: read, and it is one of the above. */
const SHIPPED_LICENCES_READ: ReadonlySet<string> = new Set(['png-js']);
/** Their licence is a text of their own: read, and fine for a tool. */
const LICENCES_READ: ReadonlySet<string> = new Set([
  '@segment/facade',
  '@segment/isodate',
  '@segment/isodate-traverse',
  'new-date',
]);
/** Tools that want to run something when they are installed: looked at, and not needed. */
const TOOL_SCRIPTS_KNOWN: ReadonlySet<string> = new Set(['@swc/core']);

interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly deprecated?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

interface LockFile {
  readonly lockfileVersion: number;
  /** By path, such as `node_modules/a/node_modules/b`; the project itself is ''. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

export interface Package extends LockedPackage {
  readonly path: string;
  readonly name: string;
  readonly isShipped: boolean;
}

export function readLockFile(): LockFile {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
}

export function readManifest(folder = ''): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

/** All that come from outside. */
export function packagesOf(lockFile: LockFile, shippedNames: readonly string[]): Package[] {
  const shipped = reachable(lockFile, shippedNames);
  return Object.entries(lockFile.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => ({ ...locked, path, name: nameOf(path), isShipped: shipped.has(path) }));
}

/** What the server loads and the dashboard is bundled from. */
export function shippedNames(manifest: Manifest): string[] {
  return [...Object.keys(manifest.dependencies ?? {}), ...BUNDLED_SOURCES.flatMap(importedNames)];
}

function importedNames(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
  const specifiers = sources.flatMap((source) =>
    [...source.matchAll(/from '([^.'][^']*)'/g)].map(([, found]) => found!),
  );
  return [...new Set(specifiers.map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]))];
}

/** The packages of these names and everything that they need, each where Node would find it. */
function reachable({ packages }: LockFile, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = placeOf(packages, from, name);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path]!;
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const next of [...peers, ...Object.keys({ ...optionalDependencies, ...dependencies })]) visit(path, next);
  };
  for (const name of names) visit('', name);
  return found;
}

function placeOf(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** What is wrong, in words; empty where all is well. */
export function brokenRules(packages: readonly Package[], { allowScripts = {} }: Manifest): string[] {
  return packages.flatMap(({ path, name, isShipped, ...locked }) => {
    const rules: Readonly<Record<string, boolean>> = {
      'has no SHA-512 of its content': !locked.integrity?.startsWith('sha512-'),
      // An address would also name the registry that it was once installed from.
      'names an address to be loaded from': locked.resolved !== undefined,
      'is deprecated': locked.deprecated !== undefined,
      [`has the licence ${locked.license}`]: !isLicenceFine(name, locked.license ?? '', isShipped),
      'runs a script when it is installed':
        locked.hasInstallScript === true && !isScriptFine(name, isShipped, allowScripts),
    };
    return Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken ? [`${path} ${rule}`] : []));
  });
}

function isLicenceFine(name: string, licence: string, isShipped: boolean): boolean {
  // Of alternatives we take the one that is fine.
  if (isShipped)
    return (
      SHIPPED_LICENCES_READ.has(name) ||
      licence
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((one) => SHIPPED_LICENCES.has(one))
    );
  return TOOL_LICENCES.has(licence) || LICENCES_READ.has(name);
}

/** Of what is shipped, package.json says for each script whether it runs. */
function isScriptFine(name: string, isShipped: boolean, allowed: Readonly<Record<string, boolean>>): boolean {
  return isShipped ? name in allowed : TOOL_SCRIPTS_KNOWN.has(name);
}
