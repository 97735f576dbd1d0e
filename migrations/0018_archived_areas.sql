-- Areas can be archived, as everything else in the catalog.
ALTER TABLE areas ADD COLUMN is_archived smallint NOT NULL DEFAULT 0;
