// The variables of exports: where the scheduled export goes, and what signs requests to a storage.
import { ConfigError, defineSection, withoutPassword } from '../../core/server/config/config.ts';
import { oneOf, publicUrl, websiteIds, wholeNumber } from '../../core/server/config/read-values.ts';
import type { ScheduledExport } from './exporter.ts';
import { EXPORT_FORMATS } from './targets/export-format.ts';
import type { S3Credentials } from './targets/s3-store.ts';

export interface ExportConfig {
  /** Signs requests to the storage of exports. undefined: there is none. */
  readonly s3: S3Credentials | undefined;
  /** undefined: nothing is exported by a schedule. */
  readonly scheduled: ScheduledExport | undefined;
}

const VARIABLES = {
  EXPORT_TO: (value?: string) => value,
  EXPORT_WEBSITES: websiteIds,
  EXPORT_FORMAT: oneOf(EXPORT_FORMATS, 'parquet'),
  EXPORT_EVERY_HOURS: wholeNumber(1, 744, 24),
  S3_ACCESS_KEY_ID: (value?: string) => value,
  S3_SECRET_ACCESS_KEY: (value?: string) => value,
  S3_SESSION_TOKEN: (value?: string) => value,
  S3_REGION: (value = 'us-east-1') => value,
  S3_ENDPOINT: publicUrl,
};

type Values = { readonly [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]> };

export const EXPORT_SECTION = defineSection({
  variables: VARIABLES,
  neededBy: [
    ['EXPORT_TO', ['EXPORT_WEBSITES', 'EXPORT_FORMAT', 'EXPORT_EVERY_HOURS']],
    ['S3_ACCESS_KEY_ID', ['S3_SESSION_TOKEN', 'S3_REGION', 'S3_ENDPOINT']],
  ],
  read: (values: Values): ExportConfig => ({ s3: s3(values), scheduled: scheduledExport(values) }),
  describe: ({ s3: credentials, scheduled }: ExportConfig) => ({
    EXPORT_TO: scheduled ? withoutPassword(scheduled.to) : '(none)',
    EXPORT_WEBSITES: scheduled?.websiteIds?.join(',') ?? '(all)',
    EXPORT_FORMAT: scheduled?.format ?? '(none)',
    EXPORT_EVERY_HOURS: String(scheduled?.everyHours ?? '(never)'),
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '(none)',
    S3_SECRET_ACCESS_KEY: credentials ? '***' : '(none)',
    S3_SESSION_TOKEN: credentials?.sessionToken === undefined ? '(none)' : '***',
    S3_REGION: credentials?.region ?? '(none)',
    S3_ENDPOINT: credentials?.endpoint ?? '(that of Amazon)',
  }),
});

function s3(values: Values): S3Credentials | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const { S3_SESSION_TOKEN: sessionToken, S3_REGION: region, S3_ENDPOINT: endpoint } = values;
    return { accessKeyId, secretAccessKey, sessionToken, region, endpoint };
  }
  if (accessKeyId !== undefined || secretAccessKey !== undefined)
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  return undefined;
}

function scheduledExport(values: Values): ScheduledExport | undefined {
  const { EXPORT_TO: to, EXPORT_WEBSITES: ids, EXPORT_FORMAT: format, EXPORT_EVERY_HOURS: everyHours } = values;
  if (to === undefined) return undefined;
  const credentials = s3(values);
  if (to.startsWith('s3://') && !credentials) {
    throw new ConfigError('EXPORT_TO requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  }
  return { to, format, websiteIds: ids, everyHours, s3: credentials };
}
