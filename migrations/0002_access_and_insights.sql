-- Tokens that operators make, and the weekly snapshots that a background job writes.

CREATE TABLE access_tokens (
  id bigint PRIMARY KEY,
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
-- A website's first token ends the use of its api_key.
CREATE INDEX access_token_websites_by_website ON access_token_websites (website_id);

INSERT INTO id_sequences (name, last_id) VALUES ('access_tokens', 0);

CREATE TABLE insights_snapshots (
  website_id bigint NOT NULL,
  -- The day number of the week's Monday.
  week integer NOT NULL,
  -- JSON, as the insights report returns it.
  snapshot text NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (website_id, week)
);
