// The extensions of this service. Their order is the order of what they add. The core works without any of them.
import type { Extension } from './core/server/command/extension.ts';
import { changes } from './extensions/changes/extension.ts';
import { companyLogin } from './extensions/company-login/extension.ts';
import { demo } from './extensions/demo/extension.ts';
import { experiments } from './extensions/experiments/extension.ts';
import { exports } from './extensions/exports/extension.ts';
import { history } from './extensions/history/extension.ts';
import { notifications } from './extensions/notifications/extension.ts';
import { privacy } from './extensions/privacy/extension.ts';
import { protocols } from './extensions/protocols/extension.ts';
import { questions } from './extensions/questions/extension.ts';
import { sharing } from './extensions/sharing/extension.ts';

export const EXTENSIONS: readonly Extension[] = [
  experiments,
  changes,
  companyLogin,
  questions,
  exports,
  sharing,
  history,
  privacy,
  protocols,
  notifications,
  demo,
];
