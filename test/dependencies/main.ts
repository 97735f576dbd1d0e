// `npm run check:dependencies`: the rules of the lock file, the bill of materials of what is shipped, and whether anything
// bad is known about it. Exit 1 where a rule is broken, where a shipped package has a serious advisory, and in continuous
// integration also where no advisories could be had.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from './audit.ts';
import { brokenRules, type Package, packagesOf, ROOT, readLockFile, readManifest, shippedNames } from './lock-file.ts';
import { type Sbom, shippedSbom } from './sbom.ts';

/** For a network without advisories, where somebody else looks after them: to be set by whoever answers for that. */
const ACKNOWLEDGED = process.env.ADVISORIES === 'none';

const manifest = readManifest();
const packages = packagesOf(readLockFile(), shippedNames(manifest));
summarize(packages);
writeSbom();
const isFine = [checkRules(), checkAdvisories()].every(Boolean);
process.exitCode = isFine ? 0 : 1;

function summarize(all: readonly Package[]): void {
  const shipped = all.filter(({ isShipped }) => isShipped);
  console.log(`packages: ${all.length}, of which ${shipped.length} are shipped`);
  console.log(`licences of what is shipped: ${countsOf(shipped)}`);
  console.log(`licences of tools: ${countsOf(all.filter(({ isShipped }) => !isShipped))}`);
  console.log(`with a script on installation: ${namesOf(all.filter(({ hasInstallScript }) => hasInstallScript))}`);
  console.log(`without integrity: ${namesOf(all.filter(({ integrity }) => !integrity))}`);
  console.log(`deprecated: ${namesOf(all.filter(({ deprecated }) => deprecated))}`);
}

function countsOf(some: readonly Package[]): string {
  const counts = [...Map.groupBy(some, ({ license = 'none' }) => license)].map(
    ([licence, those]) => [licence, those.length] as const,
  );
  return counts
    .sort(([, a], [, b]) => b - a)
    .map(([licence, count]) => `${licence} ${count}`)
    .join(', ');
}

function namesOf(some: readonly Package[]): string {
  return some.map(({ name, isShipped }) => (isShipped ? name : `${name} (tool)`)).join(', ') || 'none';
}

function writeSbom(): void {
  const sbom = shippedSbom(JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx')) as Sbom, packages);
  const path = 'artifacts/sbom.cdx.json';
  mkdirSync(join(ROOT, 'artifacts'), { recursive: true });
  writeFileSync(join(ROOT, path), `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(
    `bill of materials: ${path} (${sbom.bomFormat} ${sbom.specVersion}, ${sbom.components.length} components)`,
  );
}

function checkRules(): boolean {
  const broken = brokenRules(packages, manifest);
  for (const rule of broken) console.error(`BROKEN RULE: ${rule}`);
  return broken.length === 0;
}

function checkAdvisories(): boolean {
  const judgement = judge(npm('audit', '--json'), packages);
  if (judgement.kind === 'unknown') {
    console.error(
      `NO ADVISORIES: the registry gave none (${judgement.reason}). Nothing is known about these packages, good or bad.`,
    );
    console.error(
      'Run this again where the registry has them. ADVISORIES=none says that somebody else looks after them.',
    );
    return ACKNOWLEDGED || process.env.CI === undefined;
  }
  for (const one of judgement.others) console.log(`advisory, not serious or of a tool only: ${one}`);
  for (const one of judgement.serious) console.error(`SERIOUS ADVISORY: ${one}`);
  console.log(`advisories: ${judgement.serious.length} serious of what is shipped, ${judgement.others.length} others`);
  return judgement.serious.length === 0;
}

/** Its output, whatever its exit code: an audit that finds something fails. */
function npm(...args: readonly string[]): string {
  const { stdout, error } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (error) throw error;
  return stdout;
}
