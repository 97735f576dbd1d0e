-- 1: the variant shows nothing, and is what the others are compared with. See docs/experiments.md.
ALTER TABLE variants ADD COLUMN is_holdout integer NOT NULL DEFAULT 0;
