-- Funnels that people have saved on a website: see src/resources/saved-funnels.ts.
CREATE TABLE saved_funnels (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  name text NOT NULL,
  -- JSON: the steps, the minutes and the dimension, as the funnel report takes them.
  definition text NOT NULL,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
INSERT INTO id_sequences (name, last_id) VALUES ('saved_funnels', 0);
