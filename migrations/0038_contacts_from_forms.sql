-- 1: forms on the pages of the website create contacts. See docs/tracker.md.
ALTER TABLE website_settings ADD COLUMN form_contacts smallint NOT NULL DEFAULT 0;

-- How many contacts forms have sent on a UTC day, so that a day has a limit. null: never.
ALTER TABLE contact_lists ADD COLUMN form_day integer;
ALTER TABLE contact_lists ADD COLUMN form_contacts integer NOT NULL DEFAULT 0;

-- What contacts are searched by. Derived from their fields: see src/contacts/contact-search.ts. Contacts from before get their rows within a day.
CREATE TABLE contact_search (
  website_id bigint NOT NULL,
  place bigint NOT NULL,
  -- The campaign whose form the contact came from. null: none.
  campaign_id bigint,
  -- Names, address and phone number, in lower case and without accents.
  text text NOT NULL,
  PRIMARY KEY (website_id, place)
)
--sqlite: WITHOUT ROWID
;
CREATE INDEX contact_search_by_campaign ON contact_search (website_id, campaign_id, place) WHERE campaign_id IS NOT NULL;
