// What an extension adds to the core: one capability, whole. The core never imports one. `src/extensions.ts` names all of them.
import type { CommandList } from './command.ts';

/** Each list is optional. */
export interface Extension {
  /** The name of its folder. */
  readonly name: string;
  /** The extensions whose `index.ts` it imports. */
  readonly needs?: readonly string[];
  /** The command line lists them after its own. */
  readonly commands?: CommandList;
}
