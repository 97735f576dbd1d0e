-- Users who log in at an OpenID Connect issuer. They may have no password: users.password_hash is '' then. (SQLite can't make a
-- column nullable without replacing the table.)

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

-- What people recognize a record by. Of a session: the browser. Of a grant: the name of the application. null: not known.
ALTER TABLE authorization_records ADD COLUMN label text;
