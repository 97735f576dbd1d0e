-- Public keys, which stand in the pages of a website, so there is no point in hiding them here. null: a secret key.
ALTER TABLE ingest_keys ADD COLUMN public_key text;
-- Where a public key may be used: a JSON list of strings.
ALTER TABLE ingest_keys ADD COLUMN origins text NOT NULL DEFAULT '[]';
ALTER TABLE ingest_keys ADD COLUMN name text;
CREATE INDEX ingest_keys_by_website ON ingest_keys (website_id);

-- What is allowed on a website. No row: the defaults.
CREATE TABLE website_settings (
  website_id bigint PRIMARY KEY REFERENCES websites (id),
  browser_orders smallint NOT NULL DEFAULT 0,
  register_keys smallint NOT NULL DEFAULT 0
);

-- The salt of a UTC day, from which visitors without consent get the id that they have on that day: 16 random bytes in
-- hexadecimal digits. Deleted after 48 hours.
CREATE TABLE visitor_salts (
  day integer PRIMARY KEY,
  salt text NOT NULL
);
