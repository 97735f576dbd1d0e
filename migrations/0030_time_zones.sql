-- The time zone of a website's days: an IANA name. See src/time/zone.ts.
ALTER TABLE website_settings ADD COLUMN timezone text NOT NULL DEFAULT 'UTC';
-- The day on which it was changed last, in the new zone. null: never since the first event.
ALTER TABLE website_settings ADD COLUMN timezone_changed_day integer;
