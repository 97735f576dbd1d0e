-- compatible with the version before
-- Whether nodes of the version before a migration can serve after it: then they stay ready until they are replaced. The first line of a migration says so.
ALTER TABLE schema_migrations ADD COLUMN is_compatible smallint NOT NULL DEFAULT 0;
