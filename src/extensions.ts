// The extensions of this service. Their order is the order of what they add. The core works without any of them.

import type { Extension } from './core/server/commands/command/extension.ts';
import { demo } from './extensions/demo/index.ts';

export const EXTENSIONS: readonly Extension[] = [demo];
