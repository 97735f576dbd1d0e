// The target that somebody has named: a folder, s3://BUCKET/PREFIX or postgres://….
import { resolve } from 'node:path';
import { isPostgresUrl } from '../../../core/foundation/database/open/open.ts';
import type { ExportFormat } from './export-format.ts';
import { ExportError, type ExportTarget } from './export-target.ts';
import { FileTarget } from './file-target.ts';
import { FolderStore } from './folder-store.ts';
import { PostgresTarget } from './postgres-target.ts';
import { type S3Credentials, S3Store } from './s3-store.ts';

export interface TargetOptions {
  readonly to: string;
  readonly format: ExportFormat;
  /** undefined: none are configured. */
  readonly s3: S3Credentials | undefined;
}

export const TARGET_KINDS = ['folder', 's3', 'database'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

export function kindOfTarget(to: string): TargetKind {
  if (isPostgresUrl(to)) return 'database';
  return to.startsWith('s3://') ? 's3' : 'folder';
}

/** Nothing is connected or written yet. */
export function openTarget({ to, format, s3 }: TargetOptions): ExportTarget {
  const kind = kindOfTarget(to);
  if (kind === 'database') return new PostgresTarget(to);
  if (kind === 's3') {
    if (!s3)
      throw new ExportError(
        'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, with which requests to the storage are signed.',
      );
    return new FileTarget(new S3Store(to, s3), format);
  }
  if (/^\w+:\/\//.test(to)) {
    throw new ExportError(
      `The target is a folder, s3://BUCKET/PREFIX or postgres://…, not "${to.split(':', 1)[0]}://…".`,
    );
  }
  return new FileTarget(new FolderStore(resolve(to)), format);
}
