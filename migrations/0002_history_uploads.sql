-- compatible with the version before
-- Files that other tools have exported and that wait until they are imported: see src/manage/history/import-job.ts.

-- Its row goes in the transaction that stores the days of the file. The import has its id.
CREATE TABLE history_uploads (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  account_id bigint NOT NULL,
  -- receiving, waiting, importing or failed.
  state text NOT NULL,
  -- plausible, umami or ga4.
  tool text NOT NULL,
  file_name text NOT NULL,
  conversion_event text,
  -- Only days up to this one are imported. null: up to yesterday.
  last_day integer,
  -- JSON: who sent it, for the audit log.
  actor text NOT NULL,
  -- The digest that the import will have. null: it is still received.
  digest text,
  byte_count bigint NOT NULL DEFAULT 0,
  -- How much of it has been read.
  read_percent smallint NOT NULL DEFAULT 0,
  -- How often the service began to import it. Whoever imports it writes only while this stays the same.
  attempts smallint NOT NULL DEFAULT 0,
  -- JSON: why it was not imported. null: it has not failed.
  problem text,
  created_at text NOT NULL,
  -- When the last piece of it arrived, or when it ended.
  changed_at_ms bigint NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX history_uploads_by_account ON history_uploads (account_id);

-- The file itself, in pieces.
CREATE TABLE history_upload_pieces (
  website_id bigint NOT NULL,
  upload_id bigint NOT NULL,
  -- The first piece has number 0.
  number integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (website_id, upload_id, number)
);

-- JSON: names of files or tables that were not read. null: imported by version 1.0.0.
ALTER TABLE history_imports ADD COLUMN skipped text;

INSERT INTO job_leases (job) VALUES ('history');
