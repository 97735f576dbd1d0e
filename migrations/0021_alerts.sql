-- What was found unusual on a website. Of alerts with the same cause, one is stored.
CREATE TABLE alerts (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  -- events_stopped, drop, spike, experiment_decided or experiment_unhealthy.
  kind text NOT NULL,
  cause text NOT NULL,
  -- The UTC day that it is about.
  day integer NOT NULL,
  title text NOT NULL,
  -- What was expected, and what to check.
  details text NOT NULL,
  -- Of the dashboard.
  path text NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (website_id, id),
  UNIQUE (website_id, cause)
)
--sqlite: WITHOUT ROWID
;

-- How far the days of a website have been judged, and what the next look needs to know.
CREATE TABLE alert_progress (
  website_id bigint NOT NULL PRIMARY KEY,
  judged_day integer NOT NULL,
  -- Visitors expected on the busiest day of a week: whether it would be noticed that events stop.
  busiest_day integer NOT NULL,
  -- From this day on its events are known to arrive at once, so a day can be judged as soon as it is over.
  prompt_from integer NOT NULL,
  -- JSON.
  state text NOT NULL
)
--sqlite: WITHOUT ROWID
;

INSERT INTO id_sequences (name, last_id) VALUES ('alerts', 0);

-- The lease of the node that looks for alerts.
INSERT INTO insights_lease (id, holder, expires_at_ms) VALUES (3, NULL, 0);
