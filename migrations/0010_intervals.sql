-- Visitors are no longer stored per month but per interval of 4, 16, 64 and 256 days: `period_kind` of rollup_visitors is the
-- length in days (0: a single day), `period` the first day. Only days are written when events come in. The intervals are
-- built later, in the background, also for the days that are stored already.
-- A website has the intervals that end before `intervals_through`; those that end before `intervals_begun` may exist.
ALTER TABLE website_activity ADD COLUMN intervals_begun integer NOT NULL DEFAULT 0;
ALTER TABLE website_activity ADD COLUMN intervals_through integer NOT NULL DEFAULT 0;

-- Websites that still have rows of months (`period_kind` 1). Nobody reads these rows; they are deleted in the background.
ALTER TABLE website_activity ADD COLUMN has_months integer NOT NULL DEFAULT 0;
UPDATE website_activity SET has_months = 1;

-- The lease of the node that builds intervals, beside that of the insights.
INSERT INTO insights_lease (id, holder, expires_at_ms) VALUES (2, NULL, 0);
