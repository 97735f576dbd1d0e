-- Imports of files that are not finished, with the websites whose touches or orders they have brought: see src/ingestion/deferred-orders.ts.
CREATE TABLE unsettled_imports (
  -- Known by the first line of the file.
  import_id text NOT NULL,
  website_id bigint NOT NULL,
  -- Of the last commit.
  committed_at_ms bigint NOT NULL,
  PRIMARY KEY (import_id, website_id)
);

-- Orders of these imports that name no subject. They are credited and counted when all touches of their file are known.
CREATE TABLE deferred_orders (
  website_id bigint NOT NULL,
  -- "id " and the order_id, or "no " and any text that no other order has.
  order_key text NOT NULL,
  import_id text NOT NULL,
  credit_days smallint NOT NULL,
  -- As in seen_orders, but as the order was sent: seen_orders has what refunds have left of it.
  day integer NOT NULL,
  second integer NOT NULL,
  subject_kind smallint NOT NULL,
  subject_id bigint NOT NULL,
  revenue bigint NOT NULL,
  products text,
  visitor text NOT NULL,
  dimensions text,
  is_credited smallint NOT NULL,
  currency text,
  rate double precision,
  PRIMARY KEY (website_id, order_key)
)
--sqlite: WITHOUT ROWID
;
