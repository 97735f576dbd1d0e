// The extensions of this service. Their order is the order of what they add. The core works without any of them.
import { demo } from './extensions/demo/index.ts';
import type { Extension } from './server/commands/command/extension.ts';

export const EXTENSIONS: readonly Extension[] = [demo];
