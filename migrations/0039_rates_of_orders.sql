-- The other currency that an order was sent in, and the exchange rate at which it was converted: its refunds are converted at the same rate.
-- null: it was sent in the website's currency.
ALTER TABLE seen_orders ADD COLUMN currency text;
ALTER TABLE seen_orders ADD COLUMN rate double precision;

-- The way in of a refund that waits for its order: see ARRIVAL_SOURCES.
ALTER TABLE waiting_refunds ADD COLUMN source text NOT NULL DEFAULT 'server';
-- The other currency that it was sent in, and its amount in 1/10,000 of a unit of that. null: it was sent in the website's currency.
ALTER TABLE waiting_refunds ADD COLUMN currency text;
ALTER TABLE waiting_refunds ADD COLUMN sent bigint;
