-- What a user may do in an account: viewer, editor or owner. Until now every user could do everything.
ALTER TABLE user_accounts ADD COLUMN role text NOT NULL DEFAULT 'owner';

-- Who did what. No foreign keys: an entry outlives the user and the website that it is about.
CREATE TABLE audit_log (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  at text NOT NULL,
  -- null: nobody who can log in, such as an operator.
  user_id bigint,
  -- As it was then.
  user_email text,
  -- dashboard, application, token, api_key or command_line.
  via text NOT NULL,
  action text NOT NULL,
  -- What was changed, in words. No secrets, and no data of contacts.
  subject text NOT NULL,
  -- null: it is about the account.
  website_id bigint
);
CREATE INDEX audit_log_by_account ON audit_log (account_id, id);
CREATE INDEX audit_log_by_time ON audit_log (at);
INSERT INTO id_sequences (name, last_id) VALUES ('audit_log', 0);
