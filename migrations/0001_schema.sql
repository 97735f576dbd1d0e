-- The schema of version 1.0.0, grouped by what the tables are about:
--
--   the catalog              accounts, websites, and what events are counted for
--   sending events           keys, secrets and salts of those who send
--   counting once            which events, orders and refunds were counted already
--   what was counted         counters and sketches of visitors, for each subject and day
--   the event log            the events themselves, of websites that keep them
--   credit                   touches of visitors, and orders that wait for those of their file
--   contacts
--   people and credentials   users, roles, tokens, single sign-on, the audit log
--   answers that are stored  insights, alerts, saved records
--   notifications
--   jobs and operation
--
-- One text for both engines: a line that begins with "--sqlite: " or "--postgres: " is for that engine alone. Times are ISO 8601 text in
-- UTC, or milliseconds since 1970 (_ms). A day is a date of the website, as the number of days from 1970-01-01 to it. Money is in 1/10,000
-- of a currency unit. A smallint named is_… is 0 or 1. On Citus, tables that begin with website_id are distributed by it: see
-- src/foundation/database/citus/citus.ts.

-- THE CATALOG

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

-- What is allowed on a website, and how its numbers are counted: see src/engine/catalog/settings.ts. No row: the defaults.
CREATE TABLE website_settings (
  website_id bigint PRIMARY KEY REFERENCES websites (id),
  browser_orders smallint NOT NULL DEFAULT 0,
  register_keys smallint NOT NULL DEFAULT 0,
  -- The smallest lift that matters in experiments, in percent. null: the default.
  smallest_lift smallint,
  -- Whether the accepted events are kept, too: see src/engine/event-log/storage/store.ts.
  event_log smallint NOT NULL DEFAULT 0,
  -- The time zone of the website's days: an IANA name. See src/foundation/time/zone.ts.
  timezone text NOT NULL DEFAULT 'UTC',
  -- The day on which it was changed last, in the new zone. null: never since the first event.
  timezone_changed_day integer,
  -- JSON: see src/engine/catalog/exchange-rates.ts. null: none.
  exchange_rates text,
  -- Orders without a subject are credited to the visitor's last touch within so many days; 0: they are not.
  credit_window_days smallint NOT NULL DEFAULT 0,
  -- Which events are touches: conversion, or view for both.
  credit_by text NOT NULL DEFAULT 'conversion',
  -- 1: forms on the pages of the website create contacts. See docs/tracker.md.
  form_contacts smallint NOT NULL DEFAULT 0,
  -- Under which the overview lists it. Empty: under none.
  group_name text NOT NULL DEFAULT ''
);

-- The currency in which the overview of an account shows amounts of its websites, besides their own. An account without a row has none.
CREATE TABLE account_reporting (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  currency text NOT NULL,
  -- JSON: the rates into it, as those of a website.
  rates text NOT NULL
);

CREATE TABLE areas (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  name text NOT NULL,
  is_archived smallint NOT NULL DEFAULT 0,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX areas_by_id ON areas (id);

-- Events may name campaigns, variants, steps and elements by a key, which is unique under its parent. Where the website allows it, a key
-- that is new registers the record: registered_at says when, seen_at when somebody first looked at it.
CREATE TABLE campaigns (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  key text,
  name text NOT NULL,
  cta_type text NOT NULL,
  test_type text NOT NULL,
  page_path text NOT NULL,
  status text NOT NULL CHECK (status IN ('live', 'archived')),
  published_at text,
  registered_at text,
  seen_at text,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX campaigns_by_id ON campaigns (id);
CREATE UNIQUE INDEX campaigns_by_key ON campaigns (website_id, key);

CREATE TABLE variants (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  key text,
  name text,
  variation text NOT NULL,
  traffic_percentage integer NOT NULL,
  -- The day on which the traffic share last changed. null: it has not changed.
  share_changed_day integer,
  -- 1: the variant shows nothing, and is what the others are compared with. See docs/experiments.md.
  is_holdout integer NOT NULL DEFAULT 0,
  screenshot text,
  is_archived smallint NOT NULL DEFAULT 0,
  registered_at text,
  seen_at text,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id),
  FOREIGN KEY (website_id, campaign_id) REFERENCES campaigns (website_id, id)
);
CREATE INDEX variants_by_campaign ON variants (website_id, campaign_id);
CREATE INDEX variants_by_id ON variants (id);
CREATE UNIQUE INDEX variants_by_key ON variants (website_id, campaign_id, key);

-- The names of steps and elements are for the catalog alone: reports don't have them.
CREATE TABLE steps (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  variant_id bigint NOT NULL,
  key text,
  name text,
  position integer NOT NULL,
  is_archived smallint NOT NULL DEFAULT 0,
  registered_at text,
  seen_at text,
  PRIMARY KEY (website_id, id),
  FOREIGN KEY (website_id, variant_id) REFERENCES variants (website_id, id)
);
CREATE INDEX steps_by_variant ON steps (website_id, variant_id);
CREATE INDEX steps_by_id ON steps (id);
CREATE UNIQUE INDEX steps_by_key ON steps (website_id, variant_id, key);

CREATE TABLE elements (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  step_id bigint NOT NULL,
  key text,
  name text,
  element_type text NOT NULL,
  position integer NOT NULL,
  is_archived smallint NOT NULL DEFAULT 0,
  registered_at text,
  seen_at text,
  PRIMARY KEY (website_id, id),
  FOREIGN KEY (website_id, step_id) REFERENCES steps (website_id, id)
);
CREATE INDEX elements_by_step ON elements (website_id, step_id);
CREATE INDEX elements_by_id ON elements (id);
CREATE UNIQUE INDEX elements_by_key ON elements (website_id, step_id, key);

-- One row. Its version grows with every change of the catalog, so that caches know when to read it again.
CREATE TABLE catalog_state (
  id integer PRIMARY KEY,
  version bigint NOT NULL,
  -- The key of the hash under which visitors are counted: 16 random bytes in hexadecimal digits. It never changes, because hashes of two
  -- keys can't be counted together.
  visitor_key text NOT NULL
);
--sqlite: INSERT INTO catalog_state (id, version, visitor_key) VALUES (1, 1, lower(hex(randomblob(16))));
--postgres: INSERT INTO catalog_state (id, version, visitor_key) VALUES (1, 1, replace(gen_random_uuid()::text, '-', ''));

-- The last change of a website's catalog that was not an import, by the number of the change: caches drop the websites whose number is
-- higher than the last one that they know, and keep the others.
CREATE TABLE catalog_changes (
  website_id bigint PRIMARY KEY,
  change bigint NOT NULL
);
CREATE INDEX catalog_changes_by_change ON catalog_changes (change);

-- The last id given out, for each kind of record that the service numbers. Those of the catalog follow the ids of imports.
CREATE TABLE id_sequences (
  name text PRIMARY KEY,
  last_id bigint NOT NULL
);
INSERT INTO id_sequences (name, last_id) VALUES
  ('accounts', 0), ('websites', 0), ('areas', 0), ('campaigns', 0), ('variants', 0), ('steps', 0), ('elements', 0), ('catalog_changes', 0),
  ('ingest_keys', 0), ('webhook_secrets', 0), ('contacts', 0), ('users', 0), ('access_tokens', 0), ('one_time_links', 0), ('audit_log', 0),
  ('alerts', 0), ('saved_records', 0), ('share_links', 0), ('notification_subscriptions', 0), ('report_recipients', 0),
  ('history_imports', 0);

-- SENDING EVENTS

CREATE TABLE ingest_keys (
  id bigint PRIMARY KEY,
  website_id bigint NOT NULL REFERENCES websites (id),
  name text,
  key_hash text NOT NULL,
  -- A public key stands in the pages of the website, so there is no point in hiding it here. null: a secret key.
  public_key text,
  -- Where a public key may be used: a JSON list of strings.
  origins text NOT NULL DEFAULT '[]',
  created_at text NOT NULL,
  revoked_at text
);
CREATE UNIQUE INDEX ingest_keys_by_hash ON ingest_keys (key_hash);
CREATE INDEX ingest_keys_by_website ON ingest_keys (website_id);

-- The secrets that shops sign their order webhooks with. They are kept as they are, because a signature can't be checked with a hash of its
-- secret; a revoked one is emptied.
CREATE TABLE webhook_secrets (
  id bigint PRIMARY KEY,
  website_id bigint NOT NULL REFERENCES websites (id),
  -- shopify, woocommerce or stripe.
  provider text NOT NULL,
  secret text NOT NULL,
  created_at text NOT NULL,
  revoked_at text
);
CREATE INDEX webhook_secrets_by_website ON webhook_secrets (website_id, provider);

-- The salt of a UTC day, from which visitors without consent get the id that they have on that day: 16 random bytes in hexadecimal digits.
-- Deleted after 48 hours.
CREATE TABLE visitor_salts (
  day integer PRIMARY KEY,
  salt text NOT NULL
);

-- How many events arrived, by the way they came in and by what became of them.
CREATE TABLE arrival_counts (
  website_id bigint NOT NULL,
  -- The UTC day on which they arrived, which may be another one than they happened on.
  day integer NOT NULL,
  -- server, browser, segment or webhook.
  source text NOT NULL,
  -- accepted, duplicate, rejected, ignored or bot.
  outcome text NOT NULL,
  -- Why they were not counted; empty: there is nothing to say.
  code text NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (website_id, day, source, outcome, code)
)
--sqlite: WITHOUT ROWID
;

-- COUNTING ONCE

-- Events that carried an id, for the seven days in which a repeat is not counted.
CREATE TABLE seen_events (
  website_id bigint NOT NULL,
  event_id text NOT NULL,
  seen_at_ms bigint NOT NULL,
  PRIMARY KEY (website_id, event_id)
)
--sqlite: WITHOUT ROWID
;

-- Orders are counted once for ever. A row also has what is left of the order and where it is counted, so that a refund can lower it: see
-- src/intake/orders/settle-orders.ts. Of an order whose day was erased, the columns from day on are null.
CREATE TABLE seen_orders (
  website_id bigint NOT NULL,
  order_id text NOT NULL,
  -- The UTC day on which it was counted, for those who don't keep orders for ever. The default is for upserts of orders that exist.
  seen_day integer NOT NULL DEFAULT 0,
  -- Another id of an order, by which a refund may name it, is a row of its own, whose order_id is that of the payment. It names its order
  -- here. null: this row is an order.
  payment_of text,
  day integer,
  second integer,
  subject_kind smallint,
  subject_id bigint,
  -- null: nothing is left, and the order does not count any more.
  revenue bigint,
  -- JSON: an array with the time and the amount of each refund, see src/intake/orders/order-rows.ts. null: none.
  refunds text,
  -- JSON: an array with the value and the revenue of each. null: none.
  products text,
  -- The visitor's hash in hexadecimal digits.
  visitor text,
  -- JSON. null: the website did not keep its events.
  dimensions text,
  -- 1: the order was sent without a subject, and credited to that of a touch.
  is_credited smallint,
  -- The other currency that it was sent in, and the exchange rate at which it was converted: its refunds are converted at the same rate.
  -- null: it was sent in the website's currency.
  currency text,
  rate double precision,
  PRIMARY KEY (website_id, order_id)
)
--sqlite: WITHOUT ROWID
;
-- The orders of one visitor, for the story of a contact and for whoever is forgotten.
CREATE INDEX seen_orders_by_visitor ON seen_orders (website_id, visitor) WHERE visitor IS NOT NULL;

-- A refund with a refund_id counts once for its order.
CREATE TABLE seen_refunds (
  website_id bigint NOT NULL,
  order_id text NOT NULL,
  refund_id text NOT NULL,
  seen_day integer NOT NULL,
  PRIMARY KEY (website_id, order_id, refund_id)
)
--sqlite: WITHOUT ROWID
;

-- Orders and refunds that webhooks are still to be told of, in the order of their commits: only of websites with such a webhook
-- (website_activity.order_feed).
CREATE TABLE order_feed (
  website_id bigint NOT NULL,
  place bigint NOT NULL,
  order_id text NOT NULL,
  -- 1: the order was refunded. 0: it was counted.
  is_refund smallint NOT NULL,
  counted_at_ms bigint NOT NULL,
  PRIMARY KEY (website_id, place)
)
--sqlite: WITHOUT ROWID
;

-- Refunds whose order has not come yet.
CREATE TABLE waiting_refunds (
  website_id bigint NOT NULL,
  order_id text NOT NULL,
  -- Any text that no other refund of the order has.
  refund_key text NOT NULL,
  -- null: it was sent without one.
  refund_id text,
  -- The way in: see ARRIVAL_SOURCES.
  source text NOT NULL,
  waiting_from_ms bigint NOT NULL,
  -- When it happened, in seconds since 1970.
  refunded_at bigint NOT NULL,
  -- null: all that is left of the order.
  revenue bigint,
  products text,
  -- The other currency that it was sent in, and its amount in 1/10,000 of a unit of that. null: it was sent in the website's currency.
  currency text,
  sent bigint,
  PRIMARY KEY (website_id, order_id, refund_key)
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

-- Chunks of imported files. A chunk is known by the digest of everything in its file before it and through it, so the same file, and a file
-- that has grown since, go on where they were.
CREATE TABLE import_chunks (
  digest_before text NOT NULL,
  digest_after text NOT NULL,
  end_offset bigint NOT NULL,
  outcome text,
  committed_at text NOT NULL,
  PRIMARY KEY (digest_before, digest_after)
);

-- WHAT WAS COUNTED

-- One row per website that has events. Every commit raises its version first: that makes the writers of one website take turns, and tells
-- caches that numbers have changed.
CREATE TABLE website_activity (
  website_id bigint NOT NULL PRIMARY KEY,
  version bigint NOT NULL,
  first_day integer,
  last_day integer,
  -- The intervals of rollup_visitors that end before `intervals_through` are stored; those that end before `intervals_begun` may be. See
  -- src/engine/rollups/build-intervals.ts.
  intervals_begun integer NOT NULL DEFAULT 0,
  intervals_through integer NOT NULL DEFAULT 0,
  -- The event log has all counted events of this day and of later ones. null: the website has no log.
  log_from integer,
  -- The last place in order_feed. null: no webhook wants the orders of the website, and none are noted.
  order_feed bigint
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
  -- How much the orders vary: the sum of their squared values, in 1/10,000 of a squared currency unit. A double, because the square of a
  -- single large order exceeds 64 bits; usual sums are whole numbers, which it holds exactly.
  revenue_squared double precision NOT NULL,
  PRIMARY KEY (website_id, subject_kind, subject_id, day)
)
--sqlite: WITHOUT ROWID
;

-- The visitors of a subject in a period: period_kind 0 is the day `period`, else so many days from `period` on (an interval). Only days are
-- written when events come in; intervals are built later, in the background.
CREATE TABLE rollup_visitors (
  website_id bigint NOT NULL,
  subject_kind smallint NOT NULL,
  subject_id bigint NOT NULL,
  metric smallint NOT NULL,
  period_kind smallint NOT NULL,
  period integer NOT NULL,
  -- The checksum of the sketch when it was written, and whether one that it is made of was damaged: see
  -- src/foundation/database/sketch-damage.ts.
--sqlite:   sketch_checksum integer GENERATED ALWAYS AS (hll_hash_bytea(sketch)) STORED,
--postgres:   sketch_checksum bigint
--postgres:     GENERATED ALWAYS AS (CAST(CAST(hll_hash_bytea(hll_send(sketch)) AS text) AS bigint) & 4294967295) STORED,
  is_damaged smallint NOT NULL DEFAULT 0,
  sketch hll NOT NULL,
  PRIMARY KEY (website_id, subject_kind, subject_id, metric, period_kind, period)
);

-- Products chosen and bought, form field values and quiz answers, per element and day. `list` is '' for products, else the name of the
-- field; `value` is JSON, because null is a value of its own.
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

-- Which part of the orders of a subject and day was credited, and what was refunded. Most days have no row.
CREATE TABLE rollup_order_sources (
  website_id bigint NOT NULL,
  subject_kind smallint NOT NULL,
  subject_id bigint NOT NULL,
  day integer NOT NULL,
  credited_orders bigint NOT NULL,
  credited_revenue bigint NOT NULL,
  refunded_orders bigint NOT NULL,
  refunded_revenue bigint NOT NULL,
  PRIMARY KEY (website_id, subject_kind, subject_id, day)
)
--sqlite: WITHOUT ROWID
;

-- THE EVENT LOG

-- What commits have logged and no merge has taken yet: a row for each commit and day. Checksums are those of
-- src/foundation/database/checksum.ts.
CREATE TABLE event_log_pending (
  website_id bigint NOT NULL,
  day integer NOT NULL,
  -- The version of the website's data after the commit, and the place among what the commit has stored one after the other.
  version bigint NOT NULL,
  part integer NOT NULL,
  event_count integer NOT NULL,
  content bytea NOT NULL,
  checksum integer NOT NULL,
  PRIMARY KEY (website_id, day, version, part)
);

-- Merged events of a day: a row for each column of a run, so that a question reads only the columns that it needs.
CREATE TABLE event_log_runs (
  website_id bigint NOT NULL,
  day integer NOT NULL,
  -- Never used again, so that a run is always the same: see src/engine/event-log/upkeep/merge.ts.
  run bigint NOT NULL,
  -- A large run is divided by the visitors' hashes. The hashes of a part begin with this number or a larger one.
  visitors_from bigint NOT NULL,
  column_number smallint NOT NULL,
  event_count integer NOT NULL,
  -- The hashes of the run begin with smaller numbers: the events of other visitors were too many to be kept.
  threshold bigint NOT NULL,
  content bytea NOT NULL,
  checksum integer NOT NULL,
  PRIMARY KEY (website_id, day, run, visitors_from, column_number)
);
-- The parts of runs, and how many events each has, which every question reads before anything else. Beside these numbers, a row has a
-- content, so without the index a page is read for each part. Every part has the column 0, which has the visitors.
CREATE INDEX event_log_parts ON event_log_runs (website_id, day, run, visitors_from, event_count, threshold) WHERE column_number = 0;
-- The contents are compressed already.
--postgres: ALTER TABLE event_log_pending ALTER COLUMN content SET STORAGE EXTERNAL;
--postgres: ALTER TABLE event_log_runs ALTER COLUMN content SET STORAGE EXTERNAL;

-- CREDIT

-- The touches of visitors, to which later orders are credited: see src/intake/orders/touch-runs.ts.
CREATE TABLE touch_runs (
  website_id bigint NOT NULL,
  -- A node of the tree: visitors whose hashes begin with the same digits.
  node integer NOT NULL,
  -- The version of the website's data after the commit that wrote the run.
  version bigint NOT NULL,
  -- The day of the oldest touch.
  first_day integer NOT NULL,
  touch_count integer NOT NULL,
  -- Of equal length, one after the other: see src/intake/orders/touch-list.ts.
  touches bytea NOT NULL,
  checksum integer NOT NULL,
  PRIMARY KEY (website_id, node, version)
);
-- Hashes can't be compressed.
--postgres: ALTER TABLE touch_runs ALTER COLUMN touches SET STORAGE EXTERNAL;

-- Imports of files that are not finished, with the websites whose touches or orders they have brought: see
-- src/intake/orders/deferred-orders.ts.
CREATE TABLE unsettled_imports (
  -- Known by the first line of the file.
  import_id text NOT NULL,
  website_id bigint NOT NULL,
  -- The time of the last commit.
  committed_at_ms bigint NOT NULL,
  PRIMARY KEY (import_id, website_id)
);

-- Orders of these imports that name no subject. They are credited and counted when all touches of their file are known.
CREATE TABLE deferred_orders (
  website_id bigint NOT NULL,
  -- "id " and the order_id, or "no " and any text that no other order has.
  order_key text NOT NULL,
  import_id text NOT NULL,
  credit_days smallint NOT NULL,
  -- As in seen_orders, but as the order was sent: seen_orders has what refunds have left of it.
  day integer NOT NULL,
  second integer NOT NULL,
  subject_kind smallint NOT NULL,
  subject_id bigint NOT NULL,
  revenue bigint NOT NULL,
  products text,
  visitor text NOT NULL,
  dimensions text,
  is_credited smallint NOT NULL,
  currency text,
  rate double precision,
  PRIMARY KEY (website_id, order_key)
)
--sqlite: WITHOUT ROWID
;

-- CONTACTS

-- The contacts of a website: found by email, by phone, by id, and listed newest first.
CREATE TABLE contacts (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  -- Counts up within the website: the order of the list, whatever process the id came from.
  place bigint NOT NULL,
  -- What contacts are matched by: the address in lower case, the number in its international form.
  email_key text,
  phone_key text,
  -- In lower case, so that a form cannot give the visitor of one contact to another one.
  visitor_token text,
  -- JSON: everything that was given, as no query looks into it.
  fields text NOT NULL,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE UNIQUE INDEX contacts_by_place ON contacts (website_id, place);
CREATE UNIQUE INDEX contacts_by_email ON contacts (website_id, email_key);
CREATE INDEX contacts_by_phone ON contacts (website_id, phone_key, place) WHERE phone_key IS NOT NULL;
-- Of the many that may share a number, the few that may still be given an address.
CREATE INDEX contacts_without_email_by_phone ON contacts (website_id, phone_key, place)
  WHERE phone_key IS NOT NULL AND email_key IS NULL;
CREATE INDEX contacts_by_visitor ON contacts (website_id, visitor_token);
CREATE INDEX contacts_by_creation ON contacts (website_id, created_at);

-- One row per website that has contacts. Every change of a contact takes it first: that makes the writers of one website take turns, so
-- that the same new contact sent twice at once is found by the second.
CREATE TABLE contact_lists (
  website_id bigint NOT NULL PRIMARY KEY,
  last_place bigint NOT NULL,
  contacts bigint NOT NULL,
  -- How many contacts forms have sent on a UTC day, so that a day has a limit. null: never.
  form_day integer,
  form_contacts integer NOT NULL DEFAULT 0
);

-- How many contacts are left of each 4,096 places, so that a page far down the list is found without walking there.
CREATE TABLE contact_blocks (
  website_id bigint NOT NULL,
  block bigint NOT NULL,
  contacts bigint NOT NULL,
  PRIMARY KEY (website_id, block)
)
--sqlite: WITHOUT ROWID
;

-- What contacts are searched by. Derived from their fields: see src/manage/contacts/contact-search.ts.
CREATE TABLE contact_search (
  website_id bigint NOT NULL,
  place bigint NOT NULL,
  -- The campaign whose form the contact came from. null: none.
  campaign_id bigint,
  -- Names, address and phone number, in lower case and without accents.
  text text NOT NULL,
  PRIMARY KEY (website_id, place)
)
--sqlite: WITHOUT ROWID
;
CREATE INDEX contact_search_by_campaign ON contact_search (website_id, campaign_id, place) WHERE campaign_id IS NOT NULL;

-- What forms have said about contacts that existed already, and that only a person can confirm: see src/manage/contacts/unconfirmed.ts.
CREATE TABLE unconfirmed_contacts (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  contact_id bigint NOT NULL,
  -- JSON: fields of a contact.
  fields text NOT NULL,
  -- JSON: the page and the campaign of the form.
  source text NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX unconfirmed_contacts_by_contact ON unconfirmed_contacts (website_id, contact_id, id);

-- PEOPLE AND CREDENTIALS
-- No secret is stored: passwords by argon2id, everything that is handed out (codes, tokens, cookies) by its SHA-256.

CREATE TABLE users (
  id bigint PRIMARY KEY,
  -- It is in lower case.
  email text NOT NULL,
  -- Empty: the user has none, and logs in at an OpenID Connect issuer.
  password_hash text NOT NULL,
  -- What the user has chosen for the dashboard and for mails: see languages/language.ts. null: the language of the browser.
  language text,
  -- Of the browser in which the user last logged in, because mails have no browser. null: not known.
  browser_language text,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX users_by_email ON users (email);

CREATE TABLE user_accounts (
  user_id bigint NOT NULL REFERENCES users (id),
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- viewer, editor or owner.
  role text NOT NULL,
  -- 1: the role holds on the websites in user_websites alone. 0: in the account, and on all its websites, now and later.
  on_chosen_websites smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id),
  CHECK (role <> 'owner' OR on_chosen_websites = 0)
);

-- The websites of people whose role holds on chosen ones.
CREATE TABLE user_websites (
  user_id bigint NOT NULL,
  account_id bigint NOT NULL,
  website_id bigint NOT NULL REFERENCES websites (id),
  PRIMARY KEY (user_id, account_id, website_id),
  FOREIGN KEY (user_id, account_id) REFERENCES user_accounts (user_id, account_id) ON DELETE CASCADE
);
CREATE INDEX user_websites_by_website ON user_websites (website_id);

-- Users who log in at an OpenID Connect issuer.
CREATE TABLE user_identities (
  issuer text NOT NULL,
  -- How the issuer names the person. It never changes and is never given to somebody else, unlike an email address.
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL,
  PRIMARY KEY (issuer, subject)
);
-- A second person with the email address of a user must not get into the user's account.
CREATE UNIQUE INDEX user_identities_by_user ON user_identities (user_id, issuer);

-- Links that let somebody do one thing once without being logged in: accept an invitation, choose a new password, set up the service. The
-- secret of a link is stored by its SHA-256.
CREATE TABLE one_time_links (
  token_hash text PRIMARY KEY,
  -- Names the link to people who may withdraw it, without its secret.
  id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invitation', 'password_reset', 'setup')),
  -- Which of these are set depends on the kind. No foreign key to users: a link of a deleted user is dead.
  account_id bigint REFERENCES accounts (id),
  user_id bigint,
  email text,
  role text,
  -- JSON: the websites on which the role of an invitation holds. null: in the whole account.
  website_ids text,
  -- null: an operator created it.
  created_by bigint,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  used_at text
);
CREATE UNIQUE INDEX one_time_links_by_id ON one_time_links (id);
CREATE INDEX one_time_links_by_account ON one_time_links (account_id);

-- Tokens that operators and users make.
CREATE TABLE access_tokens (
  id bigint PRIMARY KEY,
  name text,
  -- Who made it in the dashboard. null: an operator. No foreign key: a user can be removed while their tokens are there, and the tokens are
  -- dead from then on.
  user_id bigint,
  token_hash text NOT NULL,
  -- 'rest' or 'tools': where it is good.
  audience text NOT NULL CHECK (audience IN ('rest', 'tools')),
  -- Separated by spaces.
  scopes text NOT NULL,
  created_at text NOT NULL,
  -- null: never.
  expires_at text,
  last_used_at text,
  revoked_at text
);
CREATE UNIQUE INDEX access_tokens_by_hash ON access_tokens (token_hash);

CREATE TABLE access_token_websites (
  token_id bigint NOT NULL REFERENCES access_tokens (id),
  website_id bigint NOT NULL REFERENCES websites (id),
  PRIMARY KEY (token_id, website_id)
);
CREATE INDEX access_token_websites_by_website ON access_token_websites (website_id);

-- Links with which people without a login read one page of the dashboard.
CREATE TABLE share_links (
  id bigint PRIMARY KEY,
  website_id bigint NOT NULL REFERENCES websites (id),
  name text NOT NULL,
  -- The SHA-256 of the secret.
  secret_hash text NOT NULL,
  -- The page, with the view that the link begins with or is locked to.
  path text NOT NULL,
  locked integer NOT NULL CHECK (locked IN (0, 1)),
  -- argon2id. null: it needs no password.
  password_hash text,
  -- Where the page may be embedded: a JSON list of strings.
  origins text NOT NULL,
  -- null: a token that belongs to no user. No foreign key: a link of a deleted user is dead.
  created_by bigint,
  created_at text NOT NULL,
  -- null: never.
  expires_at text,
  last_used_at text,
  revoked_at text
);
CREATE UNIQUE INDEX share_links_by_hash ON share_links (secret_hash);
CREATE INDEX share_links_by_website ON share_links (website_id);
CREATE INDEX share_links_by_creator ON share_links (created_by);

-- A website's first token ends the use of its api_key for good, even when that token is long gone.
CREATE TABLE website_first_tokens (
  website_id bigint PRIMARY KEY REFERENCES websites (id),
  created_at text NOT NULL
);

-- Keys of the authorization server: made on first start, and shared by all nodes.
CREATE TABLE authorization_keys (
  name text PRIMARY KEY,
  value text NOT NULL,
  created_at text NOT NULL
);

-- Sessions, interactions, codes, refresh tokens, grants and registered clients, as oidc-provider hands them over.
CREATE TABLE authorization_records (
  kind text NOT NULL,
  id_hash text NOT NULL,
  -- JSON, without the id.
  payload text NOT NULL,
  client_id text,
  user_id bigint,
  grant_hash text,
  uid_hash text,
  -- What people recognize a record by. A session has the browser, a grant the name of the application. null: not known.
  label text,
  created_at text NOT NULL,
  consumed_at text,
  -- null: a registered client, which stays for as long as it is used.
  expires_at text,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX authorization_records_by_grant ON authorization_records (grant_hash);
CREATE INDEX authorization_records_by_uid ON authorization_records (uid_hash);
CREATE INDEX authorization_records_by_client ON authorization_records (client_id);
CREATE INDEX authorization_records_by_user ON authorization_records (user_id);
CREATE INDEX authorization_records_by_expiry ON authorization_records (expires_at);

-- The websites that a person chose for a client. A grant without any is dead.
CREATE TABLE grant_websites (
  grant_hash text NOT NULL,
  website_id bigint NOT NULL REFERENCES websites (id),
  PRIMARY KEY (grant_hash, website_id)
);

-- Access tokens that clients were given, with what is needed to verify one by a single look-up.
CREATE TABLE issued_tokens (
  token_hash text PRIMARY KEY,
  grant_hash text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('rest', 'tools')),
  -- Separated by spaces.
  scopes text NOT NULL,
  -- JSON, without the token.
  payload text NOT NULL,
  expires_at text NOT NULL
);
CREATE INDEX issued_tokens_by_grant ON issued_tokens (grant_hash);
CREATE INDEX issued_tokens_by_expiry ON issued_tokens (expires_at);

-- Who did what. No foreign keys: an entry outlives the user and the website that it is about.
CREATE TABLE audit_log (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  at text NOT NULL,
  -- null: nobody who can log in, such as an operator.
  user_id bigint,
  -- The value as it was then.
  user_email text,
  -- dashboard, application, token, api_key, link or command_line.
  via text NOT NULL,
  action text NOT NULL,
  -- JSON: what was changed, as a text or as a code with values. No secrets, and no data of contacts.
  subject text NOT NULL,
  -- null: it is about the account.
  website_id bigint
);
CREATE INDEX audit_log_by_account ON audit_log (account_id, id);
CREATE INDEX audit_log_by_time ON audit_log (at);
-- They find entries by action, by person, and by both: newest first, without reading the other entries of the account.
CREATE INDEX audit_log_by_action ON audit_log (account_id, action, id);
CREATE INDEX audit_log_by_user ON audit_log (account_id, user_id, id);
CREATE INDEX audit_log_by_user_and_action ON audit_log (account_id, user_id, action, id);

-- ANSWERS THAT ARE STORED

-- The weekly insights.
CREATE TABLE insights_snapshots (
  website_id bigint NOT NULL,
  -- The day number of the week's Monday.
  week integer NOT NULL,
  -- JSON: its numbers, and its items as codes with values (stored-week.ts).
  snapshot text NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (website_id, week)
);

-- What was found unusual on a website. Of alerts with the same cause, one is stored.
CREATE TABLE alerts (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  -- events_stopped, drop, spike, experiment_decided, experiment_unhealthy or goal_at_risk.
  kind text NOT NULL,
  cause text NOT NULL,
  -- The day that it is about.
  day integer NOT NULL,
  -- JSON: a code with values (languages/sentence.ts).
  title text NOT NULL,
  -- JSON: what was expected, and what to check, as a list of them.
  details text NOT NULL,
  -- JSON: the one segment that explains a drop or a spike. null: none does.
  segment text,
  -- A path of the dashboard.
  path text NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (website_id, id),
  UNIQUE (website_id, cause)
)
--sqlite: WITHOUT ROWID
;

-- How far the days of a website have been judged, and what the next look needs to know.
CREATE TABLE alert_progress (
  website_id bigint NOT NULL PRIMARY KEY,
  judged_day integer NOT NULL,
  -- Visitors expected on the busiest day of a week: whether it would be noticed that events stop.
  busiest_day integer NOT NULL,
  -- From this day on its events are known to arrive at once, so a day can be judged as soon as it is over.
  prompt_from integer NOT NULL,
  -- JSON.
  state text NOT NULL
)
--sqlite: WITHOUT ROWID
;

-- What people keep on a website for everybody who may see it: see src/manage/resources/saved-records.ts.
CREATE TABLE saved_records (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  -- funnel, annotation, goal or view.
  kind text NOT NULL,
  name text NOT NULL,
  -- JSON: the other fields.
  definition text NOT NULL,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);

-- What a website spent on a channel or a UTM campaign in a month: see src/manage/resources/costs.ts.
CREATE TABLE costs (
  website_id bigint NOT NULL REFERENCES websites (id),
  -- channel or utm_campaign.
  dimension text NOT NULL,
  value text NOT NULL,
  -- The number of the month: year * 12 + month - 1.
  month integer NOT NULL,
  -- An amount above 0, in 1/10,000 of a unit of the website's currency.
  amount bigint NOT NULL,
  PRIMARY KEY (website_id, dimension, value, month)
);

-- HISTORY: what other tools have counted, see src/engine/history/traffic-day.ts.

-- An import of a file.
CREATE TABLE history_imports (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  -- plausible, umami or ga4.
  tool text NOT NULL,
  file_name text NOT NULL,
  -- Of the file and of how it was read: of equal digests, one import is stored.
  digest text NOT NULL,
  -- null: no event of the tool counts as a conversion.
  conversion_event text,
  first_day integer NOT NULL,
  last_day integer NOT NULL,
  day_count integer NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE UNIQUE INDEX history_imports_by_digest ON history_imports (website_id, digest);

-- A day belongs to one import. null: the tool did not say.
CREATE TABLE history_days (
  website_id bigint NOT NULL,
  day integer NOT NULL,
  import_id bigint NOT NULL,
  visitors bigint,
  visits bigint,
  page_views bigint,
  conversions bigint,
  PRIMARY KEY (website_id, day)
)
--sqlite: WITHOUT ROWID
;

CREATE TABLE history_values (
  website_id bigint NOT NULL,
  dimension text NOT NULL,
  day integer NOT NULL,
  -- JSON: a list of [value, visitors, visits, page views].
  counts text NOT NULL,
  PRIMARY KEY (website_id, dimension, day)
)
--sqlite: WITHOUT ROWID
;

-- NOTIFICATIONS

-- Who gets which notifications of a website, and where.
CREATE TABLE notification_subscriptions (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  account_id bigint NOT NULL,
  website_id bigint NOT NULL REFERENCES websites (id),
  channel text NOT NULL,
  -- null: by email, to the address of the user.
  url text,
  -- What a webhook is signed with. null: another channel.
  secret text,
  -- Separated by spaces.
  topics text NOT NULL,
  -- Local times such as 22:00, and the time zone by its IANA name. All null: no quiet hours.
  quiet_from text,
  quiet_to text,
  time_zone text,
  -- Reports that are mailed by a schedule: csv, pdf or both, separated by a space. null: no reports.
  report_formats text,
  -- The day of the week, such as monday, or first_of_month.
  report_sent_on text,
  -- The day of the website on which the next one is sent.
  report_due_day bigint,
  -- 1: a webhook that is told of new contacts or of orders.
  sends_records smallint NOT NULL DEFAULT 0,
  -- Up to where there are messages: a place in contacts, and one in order_feed. null: not begun, or not wanted.
  contact_place bigint,
  order_place bigint,
  -- Since when nothing is sent to a webhook, because it took no messages. null: it is on.
  halted_at text,
  -- Whoever has it can end the subscription, and nothing else. It is part of the link in each email.
  unsubscribe_token text NOT NULL,
  created_at text NOT NULL,
  -- Whoever leaves the account, or is removed, loses what they had subscribed to.
  FOREIGN KEY (user_id, account_id) REFERENCES user_accounts (user_id, account_id) ON DELETE CASCADE
);
CREATE INDEX notification_subscriptions_by_website ON notification_subscriptions (website_id);
CREATE INDEX notification_subscriptions_by_user ON notification_subscriptions (user_id, account_id);
CREATE UNIQUE INDEX notification_subscriptions_by_token ON notification_subscriptions (unsubscribe_token);
CREATE INDEX notification_subscriptions_by_due_day ON notification_subscriptions (report_due_day) WHERE report_due_day IS NOT NULL;
CREATE INDEX notification_subscriptions_with_records ON notification_subscriptions (website_id) WHERE sends_records = 1;

-- People without a login who get the report of a subscription, if they have confirmed that they want it.
CREATE TABLE report_recipients (
  id bigint PRIMARY KEY,
  subscription_id bigint NOT NULL REFERENCES notification_subscriptions (id) ON DELETE CASCADE,
  website_id bigint NOT NULL REFERENCES websites (id),
  email text NOT NULL,
  -- The language of the person who added them, until they choose another one.
  language text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'confirmed', 'unsubscribed')),
  created_at text NOT NULL,
  -- The time since which it has its state.
  changed_at text NOT NULL
);
CREATE UNIQUE INDEX report_recipients_by_subscription ON report_recipients (subscription_id, email);
CREATE INDEX report_recipients_by_website ON report_recipients (website_id);

-- The links in mails to recipients. Those for confirming also say how many such mails an account has sent, and an address has got.
CREATE TABLE recipient_links (
  -- The SHA-256 of what is in the URL.
  token_hash text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('confirm', 'unsubscribe')),
  -- No foreign key: a link of a removed recipient is dead, and its mail still counts.
  recipient_id bigint NOT NULL,
  website_id bigint NOT NULL REFERENCES websites (id),
  account_id bigint NOT NULL,
  -- The SHA-256 of the email address.
  address_hash text NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX recipient_links_by_website ON recipient_links (website_id);
CREATE INDEX recipient_links_by_account ON recipient_links (account_id, kind, created_at);
CREATE INDEX recipient_links_by_address ON recipient_links (address_hash, kind, created_at);
CREATE INDEX recipient_links_by_time ON recipient_links (created_at);

-- How emails of an account look. Without a row, they look as those of the service.
CREATE TABLE account_branding (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  -- null: the sender of the service.
  sender_name text,
  -- A PNG or JPEG image in base64. null: none.
  logo text
);

-- Notifications that wait to be sent, and for 30 days what became of them. They are stored in the transaction of what they are about, so
-- that neither is stored without the other.
CREATE TABLE outbox_messages (
  -- A UUID, derived from the key of the message: of equal keys one message is stored.
  id text PRIMARY KEY,
  subscription_id bigint NOT NULL,
  -- A person without a login. null: it is for the user who has subscribed.
  recipient_id bigint,
  website_id bigint NOT NULL,
  account_id bigint NOT NULL,
  -- Counts up within the subscription: webhooks get their messages in this order.
  place bigint NOT NULL,
  -- What it is about: a topic of subscriptions, or report, confirmation or halted.
  topic text NOT NULL,
  -- The contact or the order that the message is about. It is read at each attempt, so that nothing of a person waits here, and nothing
  -- is sent that was erased. null: the message is ready.
  record_id text,
  -- email, slack or webhook.
  channel text NOT NULL,
  -- What takes the message: "mail", or the URL of the receiver. Emptied when the message has a result.
  destination text NOT NULL,
  -- JSON: where to send what. Empty if there is a record, and emptied when the message has a result.
  delivery text NOT NULL,
  created_at text NOT NULL,
  not_before text NOT NULL,
  -- When it is attempted next.
  due_at text NOT NULL,
  -- Attempts that were begun.
  attempts integer NOT NULL,
  last_error text,
  -- sent, failed or unwanted; null: it waits.
  result text,
  finished_at text
);
CREATE INDEX outbox_messages_waiting ON outbox_messages (due_at) WHERE result IS NULL;
CREATE INDEX outbox_messages_finished ON outbox_messages (finished_at) WHERE result IS NOT NULL;
CREATE INDEX outbox_messages_by_subscription ON outbox_messages (subscription_id, place);
CREATE INDEX outbox_messages_in_order ON outbox_messages (subscription_id, place) WHERE result IS NULL;
CREATE INDEX outbox_messages_by_recipient ON outbox_messages (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX outbox_messages_by_website ON outbox_messages (website_id);

-- JOBS AND OPERATION

-- Which node runs each job right now: see src/foundation/database/lease.ts.
CREATE TABLE job_leases (
  job text PRIMARY KEY,
  -- null: nobody runs it.
  holder text,
  expires_at_ms bigint NOT NULL DEFAULT 0,
  -- When the job last found nothing left to do, on any node: the others need not look, too.
  done_at_ms bigint NOT NULL DEFAULT 0,
  -- How far it has come, so that it continues there after a restart, or on another node. Empty: at the beginning.
  progress text NOT NULL DEFAULT ''
);
INSERT INTO job_leases (job) VALUES ('insights'), ('intervals'), ('alerts'), ('outbox'), ('sweep'), ('event_log'), ('reports'), ('export');

-- The scheduled export, as the nodes that run it have it in their configuration: without a row there is none. It says nothing of the target
-- but its kind, because people of any account may read it. See src/manage/exports/export-state.ts.
CREATE TABLE export_schedule (
  -- The name that it has in job_leases: export.
  job text PRIMARY KEY,
  -- folder, s3 or database.
  target text NOT NULL,
  -- null: a database has none.
  format text,
  every_hours integer NOT NULL,
  -- JSON: a list. null: all websites.
  website_ids text,
  announced_at text NOT NULL,
  -- Of the last run, if it has failed: when, and why (export-target.ts).
  failed_at text,
  problem text
);

-- What the last export that was finished wrote of each website.
CREATE TABLE exported_websites (
  website_id bigint PRIMARY KEY REFERENCES websites (id),
  exported_at text NOT NULL,
  files bigint NOT NULL,
  rows_written bigint NOT NULL
);

-- Of which websites something is being erased right now, so that all nodes know: see src/manage/erasure/erasure-turns.ts.
CREATE TABLE erasure_turns (
  website_id bigint PRIMARY KEY,
  holder text NOT NULL,
  expires_at_ms bigint NOT NULL,
  -- The time since which the whole website is being erased. Whichever node is there goes on with it.
  website_begun_at text
);

-- The latest time that a node has trusted, written every two minutes: a clock that is far ahead of it is wrong, or the service was off.
CREATE TABLE trusted_time (
  id smallint PRIMARY KEY CHECK (id = 1),
  at_ms bigint NOT NULL
);

-- A copy of another database into this one, table by table: how far it has come. Empty where nothing was copied.
CREATE TABLE copy_progress (
  table_name text PRIMARY KEY,
  -- The address of the other database, without credentials.
  source text NOT NULL,
  -- 'copying', then 'copied', and 'verified' when all tables were found to be equal.
  state text NOT NULL CHECK (state IN ('copying', 'copied', 'verified')),
  -- JSON: the key of the last row that was copied. null: none was yet.
  last_key text,
  rows_copied bigint NOT NULL
);

-- It never has rows. On Citus, inserting none of them makes a transaction commit in two phases: see src/foundation/database/two-phases.ts.
CREATE TABLE two_phases (
  id bigint NOT NULL PRIMARY KEY
);
