-- How many events arrived, by the way they came in and by what became of them. The events themselves are not kept.
CREATE TABLE arrival_counts (
  website_id bigint NOT NULL,
  -- The UTC day on which they arrived, which may be another one than they happened on.
  day integer NOT NULL,
  -- server, browser, segment or webhook.
  source text NOT NULL,
  -- accepted, duplicate, rejected, ignored or bot.
  outcome text NOT NULL,
  -- Why they were not counted; empty: there is nothing to say.
  code text NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (website_id, day, source, outcome, code)
)
--sqlite: WITHOUT ROWID
;
