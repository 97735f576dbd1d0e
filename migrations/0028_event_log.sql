-- Whether the accepted events of a website are kept, too: see src/event-log/store.ts.
ALTER TABLE website_settings ADD COLUMN event_log smallint NOT NULL DEFAULT 0;

-- The log has all counted events of this day and of later ones. null: the website has no log.
ALTER TABLE website_activity ADD COLUMN log_from integer;

-- What commits have logged and no merge has taken yet: a row for each commit and day.
CREATE TABLE event_log_pending (
  website_id bigint NOT NULL,
  day integer NOT NULL,
  -- The version of the website's data after the commit, and the place among what the commit has stored one after the other.
  version bigint NOT NULL,
  part integer NOT NULL,
  event_count integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (website_id, day, version, part)
);

-- Merged events of a day: a row for each column of a run, so that a question reads only the columns that it needs.
CREATE TABLE event_log_runs (
  website_id bigint NOT NULL,
  day integer NOT NULL,
  -- Never used again, so that a run is always the same: see src/event-log/merge.ts.
  run bigint NOT NULL,
  -- A large run is divided by the visitors' hashes. The hashes of a part begin with this number or a larger one.
  visitors_from bigint NOT NULL,
  column_number smallint NOT NULL,
  event_count integer NOT NULL,
  -- The hashes of the run begin with smaller numbers: the events of other visitors were too many to be kept.
  threshold bigint NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (website_id, day, run, visitors_from, column_number)
);
-- The contents are compressed already.
--postgres: ALTER TABLE event_log_pending ALTER COLUMN content SET STORAGE EXTERNAL;
--postgres: ALTER TABLE event_log_runs ALTER COLUMN content SET STORAGE EXTERNAL;

-- The lease of the node that merges.
INSERT INTO insights_lease (id, holder, expires_at_ms) VALUES (6, NULL, 0);
