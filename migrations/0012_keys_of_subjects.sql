-- Events may name campaigns, variants, steps and elements by a key, which is unique under its parent. Where the website
-- allows it, a key that is new registers the record: registered_at says when, seen_at when somebody first looked at it.
-- Names of steps and elements, and whether anything but a campaign is archived, are for the catalog alone: reports don't have
-- them. (A column `status`, as campaigns have it, would make queries of the version before ambiguous.)
ALTER TABLE campaigns ADD COLUMN key text;
ALTER TABLE campaigns ADD COLUMN registered_at text;
ALTER TABLE campaigns ADD COLUMN seen_at text;
CREATE UNIQUE INDEX campaigns_by_key ON campaigns (website_id, key);

ALTER TABLE variants ADD COLUMN key text;
ALTER TABLE variants ADD COLUMN is_archived smallint NOT NULL DEFAULT 0;
ALTER TABLE variants ADD COLUMN registered_at text;
ALTER TABLE variants ADD COLUMN seen_at text;
CREATE UNIQUE INDEX variants_by_key ON variants (website_id, campaign_id, key);

ALTER TABLE steps ADD COLUMN key text;
ALTER TABLE steps ADD COLUMN name text;
ALTER TABLE steps ADD COLUMN is_archived smallint NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN registered_at text;
ALTER TABLE steps ADD COLUMN seen_at text;
CREATE UNIQUE INDEX steps_by_key ON steps (website_id, variant_id, key);

ALTER TABLE elements ADD COLUMN key text;
ALTER TABLE elements ADD COLUMN name text;
ALTER TABLE elements ADD COLUMN is_archived smallint NOT NULL DEFAULT 0;
ALTER TABLE elements ADD COLUMN registered_at text;
ALTER TABLE elements ADD COLUMN seen_at text;
CREATE UNIQUE INDEX elements_by_key ON elements (website_id, step_id, key);

-- The last change of a website's catalog that was not an import, by the number of the change: caches drop the websites whose
-- number is higher than the last one that they know, and keep the others.
CREATE TABLE catalog_changes (
  website_id bigint PRIMARY KEY,
  change bigint NOT NULL
);
CREATE INDEX catalog_changes_by_change ON catalog_changes (change);

-- Ids of the records that the service makes itself follow those that were imported, up to the largest id of an import (2^52).
INSERT INTO id_sequences (name, last_id) VALUES ('catalog_changes', 0);
INSERT INTO id_sequences (name, last_id) SELECT 'accounts', COALESCE(MAX(id), 0) FROM accounts WHERE id <= 4503599627370496;
INSERT INTO id_sequences (name, last_id) SELECT 'websites', COALESCE(MAX(id), 0) FROM websites WHERE id <= 4503599627370496;
INSERT INTO id_sequences (name, last_id) SELECT 'areas', COALESCE(MAX(id), 0) FROM areas WHERE id <= 4503599627370496;
INSERT INTO id_sequences (name, last_id) SELECT 'campaigns', COALESCE(MAX(id), 0) FROM campaigns WHERE id <= 4503599627370496;
INSERT INTO id_sequences (name, last_id) SELECT 'variants', COALESCE(MAX(id), 0) FROM variants WHERE id <= 4503599627370496;
INSERT INTO id_sequences (name, last_id) SELECT 'steps', COALESCE(MAX(id), 0) FROM steps WHERE id <= 4503599627370496;
INSERT INTO id_sequences (name, last_id) SELECT 'elements', COALESCE(MAX(id), 0) FROM elements WHERE id <= 4503599627370496;
