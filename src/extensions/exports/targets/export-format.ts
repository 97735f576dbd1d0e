// How the files of an export are written.

export const EXPORT_FORMATS = ['parquet', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
