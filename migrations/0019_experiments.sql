-- How much the orders of a subject and day vary: the sum of their squared values, in 1/10,000 of a squared currency unit. A
-- double, because the square of a single large order exceeds 64 bits; usual sums are whole numbers, which it holds exactly.
ALTER TABLE rollup_counters ADD COLUMN revenue_squared double precision NOT NULL DEFAULT 0;

-- The first day whose orders are all squared. Of websites with orders from before it is tomorrow: today's are not, and nodes of
-- the version before may still write some.
ALTER TABLE website_activity ADD COLUMN squares_from integer NOT NULL DEFAULT 0;
--sqlite: UPDATE website_activity SET squares_from = CAST(strftime('%s', 'now') AS integer) / 86400 + 1;
-- By a variable: Citus refuses an UPDATE that calls a function with another result each time.
--postgres: DO $$
--postgres: DECLARE
--postgres:   tomorrow integer := floor(extract(epoch FROM now()) / 86400) + 1;
--postgres: BEGIN
--postgres:   UPDATE website_activity SET squares_from = tomorrow;
--postgres: END
--postgres: $$;

-- The day on which the traffic share of a variant last changed. null: not since this column exists.
ALTER TABLE variants ADD COLUMN share_changed_day integer;

-- The smallest lift that matters in experiments, in percent. null: the default.
ALTER TABLE website_settings ADD COLUMN smallest_lift smallint;

-- What each item of a snapshot is about, as JSON. null: written before this column existed.
ALTER TABLE insights_snapshots ADD COLUMN items text;
