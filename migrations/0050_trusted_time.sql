-- The latest time that a node has trusted, written every two minutes: a clock that is far ahead of it is wrong, or the service was off.
CREATE TABLE trusted_time (
  id smallint PRIMARY KEY CHECK (id = 1),
  at_ms bigint NOT NULL
);
