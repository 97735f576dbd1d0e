-- When a job last found nothing left to do, on any node: the others need not look, too.
ALTER TABLE insights_lease ADD COLUMN done_at_ms bigint NOT NULL DEFAULT 0;
