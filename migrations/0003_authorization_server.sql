-- People, what they have authorized, and the state of the authorization server. No secret is stored: passwords by
-- argon2id, everything that is handed out (codes, tokens, cookies) by its SHA-256.

CREATE TABLE users (
  id bigint PRIMARY KEY,
  -- In lower case.
  email text NOT NULL,
  password_hash text NOT NULL,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX users_by_email ON users (email);
INSERT INTO id_sequences (name, last_id) VALUES ('users', 0);

CREATE TABLE user_accounts (
  user_id bigint NOT NULL REFERENCES users (id),
  account_id bigint NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (user_id, account_id)
);

-- Made on first start, and shared by all nodes.
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

-- A website's first token ends the use of its api_key for good, even when that token is long gone.
CREATE TABLE website_first_tokens (
  website_id bigint PRIMARY KEY REFERENCES websites (id),
  created_at text NOT NULL
);
INSERT INTO website_first_tokens (website_id, created_at)
SELECT website_id, MIN(created_at) FROM access_token_websites JOIN access_tokens ON id = token_id GROUP BY website_id;
