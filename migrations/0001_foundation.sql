-- What exists (the catalog), what was seen (deduplication), and what was counted (rollups).
-- One text for every engine; a line that starts with "--sqlite:" or "--postgres:" is for that engine alone.
-- Times are ISO 8601 text in UTC; a day is the number of days since 1970-01-01; money is in 1/10,000 of a currency unit.

CREATE TABLE accounts (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  created_at text NOT NULL
);

CREATE TABLE websites (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id),
  name text NOT NULL,
  currency text NOT NULL,
  api_key text NOT NULL,
  -- JSON: the fields of the website record that no query looks into.
  settings text NOT NULL,
  created_at text NOT NULL,
  updated_at text NOT NULL
);
CREATE INDEX websites_by_account ON websites (account_id);
CREATE UNIQUE INDEX websites_by_api_key ON websites (api_key);

-- One row. Its version grows with every change of the catalog, so that caches know when to read it again.
CREATE TABLE catalog_state (
  id integer PRIMARY KEY,
  version bigint NOT NULL
);
INSERT INTO catalog_state (id, version) VALUES (1, 1);

-- The last id given out, per kind of record that is numbered here (the catalog brings its own ids).
CREATE TABLE id_sequences (
  name text PRIMARY KEY,
  last_id bigint NOT NULL
);
INSERT INTO id_sequences (name, last_id) VALUES ('ingest_keys', 0);

CREATE TABLE areas (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  name text NOT NULL,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX areas_by_id ON areas (id);

CREATE TABLE campaigns (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  name text NOT NULL,
  cta_type text NOT NULL,
  test_type text NOT NULL,
  page_path text NOT NULL,
  status text NOT NULL CHECK (status IN ('live', 'archived')),
  published_at text,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX campaigns_by_id ON campaigns (id);

CREATE TABLE variants (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  name text,
  variation text NOT NULL,
  traffic_percentage integer NOT NULL,
  screenshot text,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id),
  FOREIGN KEY (website_id, campaign_id) REFERENCES campaigns (website_id, id)
);
CREATE INDEX variants_by_campaign ON variants (website_id, campaign_id);
CREATE INDEX variants_by_id ON variants (id);

CREATE TABLE steps (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  variant_id bigint NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (website_id, id),
  FOREIGN KEY (website_id, variant_id) REFERENCES variants (website_id, id)
);
CREATE INDEX steps_by_variant ON steps (website_id, variant_id);
CREATE INDEX steps_by_id ON steps (id);

CREATE TABLE elements (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  step_id bigint NOT NULL,
  element_type text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (website_id, id),
  FOREIGN KEY (website_id, step_id) REFERENCES steps (website_id, id)
);
CREATE INDEX elements_by_step ON elements (website_id, step_id);
CREATE INDEX elements_by_id ON elements (id);

CREATE TABLE ingest_keys (
  id bigint PRIMARY KEY,
  website_id bigint NOT NULL REFERENCES websites (id),
  key_hash text NOT NULL,
  created_at text NOT NULL,
  revoked_at text
);
CREATE UNIQUE INDEX ingest_keys_by_hash ON ingest_keys (key_hash);

-- Events that carried an id, for the seven days in which a repeat is not counted.
CREATE TABLE seen_events (
  website_id bigint NOT NULL,
  event_id text NOT NULL,
  seen_at_ms bigint NOT NULL,
  PRIMARY KEY (website_id, event_id)
)
--sqlite: WITHOUT ROWID
;

-- Orders are counted once for ever.
CREATE TABLE seen_orders (
  website_id bigint NOT NULL,
  order_id text NOT NULL,
  PRIMARY KEY (website_id, order_id)
)
--sqlite: WITHOUT ROWID
;

-- Collector requests that carried an Idempotency-Key, with the answer that a repeat gets.
CREATE TABLE collector_receipts (
  website_id bigint NOT NULL,
  idempotency_key text NOT NULL,
  body_digest text NOT NULL,
  answer text,
  received_at_ms bigint NOT NULL,
  PRIMARY KEY (website_id, idempotency_key)
);

-- Chunks of imported files. A chunk is known by the digest of everything in its file before it and through it,
-- so the same file, and a file that has grown since, go on where they were.
CREATE TABLE import_chunks (
  digest_before text NOT NULL,
  digest_after text NOT NULL,
  end_offset bigint NOT NULL,
  outcome text,
  committed_at text NOT NULL,
  PRIMARY KEY (digest_before, digest_after)
);

-- One row per website that has events. Every commit raises its version first: that makes the writers of one website
-- take turns, and tells caches that numbers have changed.
CREATE TABLE website_activity (
  website_id bigint NOT NULL PRIMARY KEY,
  version bigint NOT NULL,
  first_day integer,
  last_day integer
);

CREATE TABLE rollup_counters (
  website_id bigint NOT NULL,
  subject_kind smallint NOT NULL,
  subject_id bigint NOT NULL,
  day integer NOT NULL,
  views bigint NOT NULL,
  conversions bigint NOT NULL,
  completions bigint NOT NULL,
  submissions bigint NOT NULL,
  subscribes bigint NOT NULL,
  orders bigint NOT NULL,
  revenue bigint NOT NULL,
  PRIMARY KEY (website_id, subject_kind, subject_id, day)
)
--sqlite: WITHOUT ROWID
;

-- The visitors of a subject in a period: a day, or a whole month (year * 12 + month - 1).
CREATE TABLE rollup_visitors (
  website_id bigint NOT NULL,
  subject_kind smallint NOT NULL,
  subject_id bigint NOT NULL,
  metric smallint NOT NULL,
  period_kind smallint NOT NULL,
  period integer NOT NULL,
  sketch hll NOT NULL,
  PRIMARY KEY (website_id, subject_kind, subject_id, metric, period_kind, period)
);

-- Products chosen and bought, form field values and quiz answers, per element and day.
-- `list` is '' for products, else the name of the field; `value` is JSON, because null is a value of its own.
CREATE TABLE rollup_values (
  website_id bigint NOT NULL,
  element_id bigint NOT NULL,
  day integer NOT NULL,
  list text NOT NULL,
  value text NOT NULL,
  selections bigint NOT NULL,
  orders bigint NOT NULL,
  revenue bigint NOT NULL,
  PRIMARY KEY (website_id, element_id, day, list, value)
)
--sqlite: WITHOUT ROWID
;
