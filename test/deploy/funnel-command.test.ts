// deploy/funnel-command runs commands with the settings that only root can read, and as the user of the service.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textOf } from './known-names.ts';

const SCRIPT = textOf('deploy/funnel-command');
const UNIT = textOf('deploy/funnel.service');
const OTHER_USER = 'nobody';
const SETTINGS = `# A comment, and a line without a value
BASE_URL=https://funnel.example
#LOG_LEVEL=debug
MAIL_FROM=Funnel & Co <funnel@example.com>
SMTP_URL="smtp://user:pa$$word@127.0.0.1:9"
OIDC_NAME='Ada#s ID'
METRICS_TOKEN=a token's "secret" # and $HOME
RETENTION_DAYS=800`;

test('it has the settings of the unit', () => {
  for (const [, name, value] of UNIT.matchAll(/^Environment=(DATABASE_URL|NODE_COMPILE_CACHE)=(.+)$/gm)) {
    expect(SCRIPT).toContain(`export ${name}=${value}\n`);
  }
  expect(SCRIPT).toContain(`cd ${/^WorkingDirectory=(.+)$/m.exec(UNIT)![1]}\n`);
  expect(SCRIPT).toContain(`< ${/^EnvironmentFile=-(.+)$/m.exec(UNIT)![1]}\n`);
  expect(SCRIPT).toContain(
    `runuser -u ${/^User=(.+)$/m.exec(UNIT)![1]} -- ${/^ExecStart=(\S+)/m.exec(UNIT)![1]} "$@"\n`,
  );
});

/** Only root may become somebody else. */
test.runIf(process.getuid!() === 0)('what it runs is another user, who has all settings as they are written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data);
  const userId = Number(execFileSync('id', ['-u', OTHER_USER], { encoding: 'utf8' }));
  chownSync(data, userId, -1);
  const settings = join(folder, 'funnel.env');
  writeFileSync(settings, SETTINGS, { mode: 0o600 });
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nid -un; pwd; env; echo "arguments: $*"; test ! -r "$SETTINGS" && touch made\n', {
    mode: 0o755,
  });
  const script = join(folder, 'funnel-command');
  const text = SCRIPT.replaceAll('/etc/funnel.env', settings)
    .replaceAll('/var/lib/funnel', data)
    .replaceAll('/opt/funnel/bin/funnel', program)
    .replaceAll('-u funnel', `-u ${OTHER_USER}`);
  writeFileSync(script, text, { mode: 0o755 });
  const output = execFileSync(script, ['doctor', '--deep'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, SETTINGS: settings },
  });
  const lines = output.split('\n');
  expect(lines.slice(0, 2)).toEqual([OTHER_USER, data]);
  expect(lines).toEqual(
    expect.arrayContaining([
      'arguments: doctor --deep',
      `DATABASE_URL=sqlite:${data}/funnel.db`,
      'BASE_URL=https://funnel.example',
      'MAIL_FROM=Funnel & Co <funnel@example.com>',
      'SMTP_URL=smtp://user:pa$$word@127.0.0.1:9',
      'OIDC_NAME=Ada#s ID',
      `METRICS_TOKEN=a token's "secret" # and $HOME`,
      'RETENTION_DAYS=800',
    ]),
  );
  expect(output).not.toMatch(/^LOG_LEVEL=/m);
  expect(statSync(join(data, 'made')).uid).toBe(userId);
});
