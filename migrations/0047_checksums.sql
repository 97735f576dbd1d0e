-- Checksums of stored bytes: see src/database/checksum.ts. null: the row was written by a version without them.
ALTER TABLE event_log_pending ADD COLUMN checksum integer;
ALTER TABLE event_log_runs ADD COLUMN checksum integer;
ALTER TABLE touch_runs ADD COLUMN checksum integer;
