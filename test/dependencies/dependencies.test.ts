// The rules for dependencies, checked without a network: what is locked, by which licences, and how advisories are judged.
import { describe, expect, it } from 'vitest';
import { judge } from './audit.ts';
import {
  brokenRules,
  type Manifest,
  type Package,
  packagesOf,
  readLockFile,
  readManifest,
  shippedNames,
} from './lock-file.ts';
import { shippedSbom } from './sbom.ts';

const MANIFESTS = ['', 'packages/api-client'];
/** An old version of a package beside the new one has a name of its own (`npm:NAME@VERSION`). */
const EXACT = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

describe('the lock file', () => {
  const manifest = readManifest();
  const lockFile = readLockFile();
  const packages = packagesOf(lockFile, shippedNames(manifest));

  it('breaks none of the rules', () => {
    expect(lockFile.lockfileVersion).toBe(3);
    expect(packages.length).toBeGreaterThan(300);
    expect(brokenRules(packages, manifest)).toEqual([]);
  });

  it('knows what is shipped: what the server loads and what browsers get, and no tool', () => {
    const shipped = packages.filter(({ isShipped }) => isShipped).map(({ name }) => name);
    expect(shipped).toEqual(
      expect.arrayContaining([
        'fastify',
        'oidc-provider',
        'pg',
        'pg-protocol',
        'react',
        'react-dom',
        'scheduler',
        'wouter',
      ]),
    );
    for (const tool of ['vitest', 'vite', '@biomejs/biome', 'playwright-core', 'typescript']) {
      expect(shipped).not.toContain(tool);
    }
  });

  it.each(MANIFESTS)('names exact versions only, and those that are locked (%s)', (folder) => {
    const { dependencies = {}, devDependencies = {}, overrides = {} } = readManifest(folder);
    const named = { ...dependencies, ...devDependencies, ...overrides };
    expect(Object.entries(named).filter(([, version]) => !EXACT.test(version))).toEqual([]);
    const locked = lockFile.packages[folder] as unknown as Manifest;
    expect(locked.dependencies ?? {}).toEqual(dependencies);
    expect(locked.devDependencies ?? {}).toEqual(devDependencies);
  });
});

const GOOD: Package = {
  path: 'node_modules/a',
  name: 'a',
  version: '1.0.0',
  integrity: 'sha512-x',
  license: 'MIT',
  isShipped: true,
};

describe('the rules', () => {
  it.each<[string, Partial<Package>]>([
    ['no SHA-512', { integrity: 'sha1-x' }],
    ['an address', { resolved: 'https://registry.example/a.tgz' }],
    ['deprecated', { deprecated: 'use b' }],
    ['licence', { license: 'GPL-3.0' }],
    ['licence', { license: 'MPL-2.0' }],
    ['licence', { license: '(GPL-3.0 OR MPL-2.0)' }],
    ['licence', { license: 'MIT AND GPL-3.0' }],
    ['script', { hasInstallScript: true }],
    ['script', { hasInstallScript: true, isShipped: false }],
  ])('one with %s breaks them', (word, wrong) => {
    expect(brokenRules([{ ...GOOD, ...wrong }], {})).toEqual([expect.stringContaining(word)]);
  });

  it('a tool may have other licences, and a shipped package a script that was allowed', () => {
    expect(brokenRules([GOOD, { ...GOOD, license: 'MPL-2.0', isShipped: false }], {})).toEqual([]);
    expect(brokenRules([{ ...GOOD, hasInstallScript: true }], { allowScripts: { a: true } })).toEqual([]);
  });

  it('a choice of licences is fine if one of them is, and a script that never runs', () => {
    expect(brokenRules([{ ...GOOD, license: '(AFL-2.1 OR BSD-3-Clause)' }], {})).toEqual([]);
    expect(brokenRules([{ ...GOOD, hasInstallScript: true }], { allowScripts: { a: false } })).toEqual([]);
  });

  it('an optional peer is not shipped for being one', () => {
    const version = '1.0.0';
    const packages = {
      'node_modules/a': {
        version,
        peerDependencies: { b: '1', c: '1' },
        peerDependenciesMeta: { c: { optional: true } },
      },
      'node_modules/b': { version },
      'node_modules/c': { version },
    };
    const shipped = packagesOf({ lockfileVersion: 3, packages }, ['a']).filter(({ isShipped }) => isShipped);
    expect(shipped.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('a package is the one that Node would find', () => {
    const version = '1.0.0';
    const lockFile = {
      lockfileVersion: 3,
      packages: {
        '': { version },
        'node_modules/a': { version, dependencies: { b: '1' } },
        'node_modules/a/node_modules/b': { version, dependencies: { c: '1' } },
        'node_modules/b': { version: '2.0.0' },
        'node_modules/c': { version },
        'node_modules/tool': { version },
      },
    };
    const shipped = packagesOf(lockFile, ['a']).filter(({ isShipped }) => isShipped);
    expect(shipped.map(({ path }) => path)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ]);
  });
});

describe('advisories', () => {
  const report = (severity: string, node: string) =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: { a: { name: 'a', severity, range: '<2', nodes: [node] } },
    });

  it.each(['high', 'critical'])('%s of what is shipped is serious', (severity) => {
    expect(judge(report(severity, 'node_modules/a'), [GOOD])).toEqual({
      kind: 'known',
      serious: [`${severity}: a <2`],
      others: [],
    });
  });

  it('others, and those of tools, are told but not serious', () => {
    expect(judge(report('moderate', 'node_modules/a'), [GOOD])).toMatchObject({
      serious: [],
      others: ['moderate: a <2'],
    });
    expect(judge(report('critical', 'node_modules/tool'), [GOOD])).toMatchObject({
      serious: [],
      others: ['critical: a <2'],
    });
  });

  it.each(['', '{', '{"statusCode":405,"message":"at https://registry.example"}', '{"auditReportVersion":2}'])(
    'an answer that is no report is not taken for a good one: %j',
    (output) => {
      const judgement = judge(output, [GOOD]);
      expect(judgement.kind).toBe('unknown');
      expect(JSON.stringify(judgement)).not.toContain('registry');
    },
  );
});

describe('the bill of materials', () => {
  it('has what is shipped and nothing else, and does not say where it was loaded from', () => {
    const component = (name: string) => ({
      'bom-ref': `${name}@1.0.0`,
      name,
      version: '1.0.0',
      externalReferences: [
        { type: 'distribution', url: 'https://registry.example/a.tgz' },
        { type: 'website', url: 'https://a.example' },
      ],
    });
    const sbom = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      components: [component('a'), component('tool')],
      dependencies: [{ ref: 'a@1.0.0', dependsOn: ['tool@1.0.0'] }, { ref: 'tool@1.0.0' }],
    };
    expect(shippedSbom(sbom, [GOOD])).toEqual({
      ...sbom,
      components: [{ ...component('a'), externalReferences: [{ type: 'website', url: 'https://a.example' }] }],
      dependencies: [{ ref: 'a@1.0.0', dependsOn: [] }],
    });
  });
});
