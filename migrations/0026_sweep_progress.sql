-- The lease of the node that deletes old rows of websites.
INSERT INTO insights_lease (id, holder, expires_at_ms) VALUES (5, NULL, 0);
-- How far a job has come, so that it continues there after a restart, or on another node. Empty: at the beginning.
ALTER TABLE insights_lease ADD COLUMN progress text NOT NULL DEFAULT '';
