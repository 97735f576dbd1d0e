-- The secrets that shops sign their order webhooks with. They are kept as they are, because a signature can't be checked
-- with a hash of its secret; a revoked one is emptied.
CREATE TABLE webhook_secrets (
  id bigint PRIMARY KEY,
  website_id bigint NOT NULL REFERENCES websites (id),
  -- shopify, woocommerce or stripe.
  provider text NOT NULL,
  secret text NOT NULL,
  created_at text NOT NULL,
  revoked_at text
);
CREATE INDEX webhook_secrets_by_website ON webhook_secrets (website_id, provider);
INSERT INTO id_sequences (name, last_id) VALUES ('webhook_secrets', 0);
