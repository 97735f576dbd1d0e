// The bill of materials of what is shipped, in CycloneDX: npm's own, without what only tools need.
import type { Package } from './lock-file.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}

export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

export function shippedSbom(sbom: Sbom, packages: readonly Package[]): Sbom {
  const shipped = new Set(
    packages.filter(({ isShipped }) => isShipped).map(({ name, version }) => `${name}@${version}`),
  );
  const components = sbom.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const refs = new Set(components.map((component) => component['bom-ref']));
  return {
    ...sbom,
    components: components.map(withoutDownloads),
    dependencies: sbom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((next) => refs.has(next)) })),
  };
}

/** Where a package was loaded from says something about this machine, and nothing about the package. */
function withoutDownloads(component: Component): Component {
  const externalReferences = component.externalReferences?.filter(({ type }) => type !== 'distribution') ?? [];
  return { ...component, externalReferences };
}
