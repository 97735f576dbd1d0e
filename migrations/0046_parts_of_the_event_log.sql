-- The parts of runs, and how many events each has, which every question reads before anything else. Beside these numbers, a row has a content, so without the index a page is read for each part.
-- Every part has the column 0, which has the visitors.
CREATE INDEX event_log_parts ON event_log_runs (website_id, day, run, visitors_from, event_count) WHERE column_number = 0;
