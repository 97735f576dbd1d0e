-- Who writes the weekly snapshots right now, among all nodes. One row; `holder` is null where nobody does.
CREATE TABLE insights_lease (
  id integer PRIMARY KEY,
  holder text,
  expires_at_ms bigint NOT NULL
);
INSERT INTO insights_lease (id, holder, expires_at_ms) VALUES (1, NULL, 0);
