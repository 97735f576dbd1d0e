-- The touches of visitors: see src/ingestion/touch-runs.ts. Those in visitor_touches are moved here within a day.
CREATE TABLE touch_runs (
  website_id bigint NOT NULL,
  -- A node of the tree: visitors whose hashes begin with the same digits.
  node integer NOT NULL,
  -- The version of the website's data after the commit that wrote the run.
  version bigint NOT NULL,
  -- Of the oldest touch.
  first_day integer NOT NULL,
  touch_count integer NOT NULL,
  -- Of equal length, one after the other: see src/ingestion/touch-list.ts.
  touches bytea NOT NULL,
  PRIMARY KEY (website_id, node, version)
);
-- Hashes can't be compressed.
--postgres: ALTER TABLE touch_runs ALTER COLUMN touches SET STORAGE EXTERNAL;
