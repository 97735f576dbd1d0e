-- Links that let somebody do one thing once without being logged in: accept an invitation, choose a new password, set up the
-- service. The secret of a link is stored by its SHA-256.
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
  -- null: an operator created it.
  created_by bigint,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  used_at text
);
CREATE UNIQUE INDEX one_time_links_by_id ON one_time_links (id);
CREATE INDEX one_time_links_by_account ON one_time_links (account_id);
INSERT INTO id_sequences (name, last_id) VALUES ('one_time_links', 0);
