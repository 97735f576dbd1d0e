-- The key of the hash under which visitors are counted: 16 random bytes in hexadecimal digits. null: none, because visitors
-- were counted without one before, and hashes of two kinds can't be counted together.
ALTER TABLE catalog_state ADD COLUMN visitor_key text;
--sqlite: UPDATE catalog_state SET visitor_key = lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM websites);
-- By a variable: Citus refuses an UPDATE that calls a function with another result each time.
--postgres: DO $$
--postgres: DECLARE
--postgres:   new_key text := replace(gen_random_uuid()::text, '-', '');
--postgres: BEGIN
--postgres:   IF NOT EXISTS (SELECT 1 FROM websites) THEN
--postgres:     UPDATE catalog_state SET visitor_key = new_key;
--postgres:   END IF;
--postgres: END
--postgres: $$;

-- The day on which an order was counted, for those who don't keep orders for ever. Of those before it is today. The default is
-- for nodes of the version before, which may go on writing for a while.
--sqlite: ALTER TABLE seen_orders ADD COLUMN seen_day integer NOT NULL DEFAULT 0;
--sqlite: UPDATE seen_orders SET seen_day = CAST(strftime('%s', 'now') AS integer) / 86400;
--postgres: ALTER TABLE seen_orders ADD COLUMN seen_day integer NOT NULL DEFAULT floor(extract(epoch FROM now()) / 86400);
