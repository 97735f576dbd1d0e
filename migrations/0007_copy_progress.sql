-- A copy of another database into this one, table by table: how far it has come. Empty where nothing was copied.

CREATE TABLE copy_progress (
  table_name text PRIMARY KEY,
  -- The address of the other database, without credentials.
  source text NOT NULL,
  -- 'copying', then 'copied', and 'verified' when all tables were found to be equal.
  state text NOT NULL CHECK (state IN ('copying', 'copied', 'verified')),
  -- JSON: the key of the last row that was copied. null: none was yet.
  last_key text,
  rows_copied bigint NOT NULL
);
