// What an extension is: one capability that a user would name, whole. The core never imports one. `src/extensions.ts` names all of them.
import type { ConfigSection } from '../config/config.ts';
import type { ServerHalf, ThreadScripts } from '../extension/server-half.ts';
import type { CommandList } from './command.ts';

/** Every process loads this of each extension, so everything else is imported on demand. All but the name is optional. */
export interface Extension {
  /** The name of its folder. */
  readonly name: string;
  /** The extensions whose `index.ts` it imports. */
  readonly needs?: readonly string[];
  /** Its variables in the environment. */
  readonly configuration?: ConfigSection;
  /** The command line lists them after its own. */
  readonly commands?: CommandList;
  /** What the service loads. */
  server?(): Promise<ServerHalf>;
}

/** What the program is made of besides its core. */
export interface Composition {
  readonly extensions: readonly Extension[];
  readonly scripts: ThreadScripts;
}

export function configurationOf(extensions: readonly Extension[]): ConfigSection[] {
  return extensions.flatMap(({ configuration }) => configuration ?? []);
}

export async function loadHalves(extensions: readonly Extension[]): Promise<ServerHalf[]> {
  return Promise.all(extensions.flatMap((extension) => extension.server?.() ?? []));
}
