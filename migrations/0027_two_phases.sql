-- It never has rows. On Citus, inserting none of them makes a transaction commit in two phases: see src/database/two-phases.ts.
CREATE TABLE two_phases (
  id bigint NOT NULL PRIMARY KEY
);
