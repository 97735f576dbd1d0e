// A migration never changes after it has landed, comments included: databases have its digest, and a version that finds another one refuses
// to start. Whoever adds a migration adds its digest here: `sha256sum migrations/*` prints it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../../migrations/', import.meta.url);

const DIGESTS = {
  // Version 1.0.0.
  '0001_schema.sql': '7d62331664b7e715e2435f384463c6b780507aea9940672db119cfee3262c515',
  '0002_history_uploads.sql': 'f8ac1464366d021ca656c70b6bc900cb8b78fca508bf5e37cd3eae07fa1bc5a7',
};

test('every migration is byte for byte the file that databases have applied', () => {
  const files = readdirSync(FOLDER);
  const digests = files.map((name) => [name, digestOf(readFileSync(new URL(name, FOLDER)))]);
  expect(Object.fromEntries(digests)).toEqual(DIGESTS);
});

function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
