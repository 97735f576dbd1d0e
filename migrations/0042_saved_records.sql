-- What people keep on a website for everybody who may see it: see src/resources/saved-records.ts.
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
INSERT INTO saved_records (website_id, id, kind, name, definition, created_at, updated_at)
  SELECT website_id, id, 'funnel', name, definition, created_at, updated_at FROM saved_funnels;
INSERT INTO id_sequences (name, last_id) SELECT 'saved_records', last_id FROM id_sequences WHERE name = 'saved_funnels';
DELETE FROM id_sequences WHERE name = 'saved_funnels';
DROP TABLE saved_funnels;
