-- Notifications that wait to be sent, and for 30 days what became of them. They are stored in the transaction of what they are
-- about, so that neither is stored without the other.
CREATE TABLE outbox_messages (
  -- A UUID, derived from the key of the message: of equal keys one message is stored.
  id text PRIMARY KEY,
  subscription_id bigint NOT NULL,
  website_id bigint NOT NULL,
  account_id bigint NOT NULL,
  -- email, slack or webhook.
  channel text NOT NULL,
  -- What takes the message: "mail", or the URL of the receiver. Emptied when the message has a result.
  destination text NOT NULL,
  -- JSON: where to send what. Emptied when the message has a result.
  delivery text NOT NULL,
  created_at text NOT NULL,
  not_before text NOT NULL,
  -- When it is attempted next.
  due_at text NOT NULL,
  -- Attempts that were begun.
  attempts integer NOT NULL,
  last_error text,
  -- sent, failed or unwanted; null: it waits.
  result text,
  finished_at text
);
CREATE INDEX outbox_messages_waiting ON outbox_messages (due_at) WHERE result IS NULL;
CREATE INDEX outbox_messages_finished ON outbox_messages (finished_at) WHERE result IS NOT NULL;
CREATE INDEX outbox_messages_by_subscription ON outbox_messages (subscription_id);
CREATE INDEX outbox_messages_by_website ON outbox_messages (website_id);

-- The lease of the node that sends them.
INSERT INTO insights_lease (id, holder, expires_at_ms) VALUES (4, NULL, 0);
