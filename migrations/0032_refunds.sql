-- What is left of an order and where it is counted, so that a refund can lower it: see src/ingestion/settle-orders.ts. Orders that were counted
-- before have none of it, and neither have those of days that were erased: day is null.
ALTER TABLE seen_orders ADD COLUMN day integer;
ALTER TABLE seen_orders ADD COLUMN second integer;
ALTER TABLE seen_orders ADD COLUMN subject_kind smallint;
ALTER TABLE seen_orders ADD COLUMN subject_id bigint;
-- In 1/10,000 of a currency unit. null: nothing is left, and the order does not count any more.
ALTER TABLE seen_orders ADD COLUMN revenue bigint;
-- JSON: an array with the value and the revenue of each. null: none.
ALTER TABLE seen_orders ADD COLUMN products text;
-- The visitor's hash in hexadecimal digits.
ALTER TABLE seen_orders ADD COLUMN visitor text;
-- JSON. null: the website did not keep its events.
ALTER TABLE seen_orders ADD COLUMN dimensions text;

-- A refund with a refund_id counts once for its order.
CREATE TABLE seen_refunds (
  website_id bigint NOT NULL,
  order_id text NOT NULL,
  refund_id text NOT NULL,
  seen_day integer NOT NULL,
  PRIMARY KEY (website_id, order_id, refund_id)
)
--sqlite: WITHOUT ROWID
;

-- Refunds whose order has not come yet.
CREATE TABLE waiting_refunds (
  website_id bigint NOT NULL,
  order_id text NOT NULL,
  -- Any text that no other refund of the order has.
  refund_key text NOT NULL,
  -- null: it was sent without one.
  refund_id text,
  waiting_from_ms bigint NOT NULL,
  -- null: all that is left of the order.
  revenue bigint,
  products text,
  PRIMARY KEY (website_id, order_id, refund_key)
)
--sqlite: WITHOUT ROWID
;
