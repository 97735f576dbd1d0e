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
  -- Whoever has it can end the subscription, and nothing else. It is part of the link in each email.
  unsubscribe_token text NOT NULL,
  created_at text NOT NULL,
  -- Whoever leaves the account, or is removed, loses what they had subscribed to.
  FOREIGN KEY (user_id, account_id) REFERENCES user_accounts (user_id, account_id) ON DELETE CASCADE
);
CREATE INDEX notification_subscriptions_by_website ON notification_subscriptions (website_id);
CREATE INDEX notification_subscriptions_by_user ON notification_subscriptions (user_id, account_id);
CREATE UNIQUE INDEX notification_subscriptions_by_token ON notification_subscriptions (unsubscribe_token);
INSERT INTO id_sequences (name, last_id) VALUES ('notification_subscriptions', 0);

-- How emails of an account look. Without a row: as those of the service.
CREATE TABLE account_branding (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  -- null: the sender of the service.
  sender_name text,
  -- A PNG or JPEG image in base64. null: none.
  logo text
);
