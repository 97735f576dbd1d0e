-- Contacts of a website: found by email, by phone, by id, and listed newest first.

CREATE TABLE contacts (
  website_id bigint NOT NULL REFERENCES websites (id),
  id bigint NOT NULL,
  -- Counts up within the website: the order of the list, whatever process the id came from.
  place bigint NOT NULL,
  -- What contacts are matched by: the address in lower case, the number in its international form.
  email_key text,
  phone_key text,
  -- JSON: everything that was given, as no query looks into it.
  fields text NOT NULL,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE UNIQUE INDEX contacts_by_place ON contacts (website_id, place);
CREATE UNIQUE INDEX contacts_by_email ON contacts (website_id, email_key);
CREATE INDEX contacts_by_phone ON contacts (website_id, phone_key, place) WHERE phone_key IS NOT NULL;
-- Of the many that may share a number, the few that may still be given an address.
CREATE INDEX contacts_without_email_by_phone ON contacts (website_id, phone_key, place)
  WHERE phone_key IS NOT NULL AND email_key IS NULL;

-- One row per website that has contacts. Every change of a contact takes it first: that makes the writers of one website
-- take turns, so that the same new contact sent twice at once is found by the second.
CREATE TABLE contact_lists (
  website_id bigint NOT NULL PRIMARY KEY,
  last_place bigint NOT NULL,
  contacts bigint NOT NULL
);

-- How many contacts are left of each 4,096 places, so that a page far down the list is found without walking there.
CREATE TABLE contact_blocks (
  website_id bigint NOT NULL,
  block bigint NOT NULL,
  contacts bigint NOT NULL,
  PRIMARY KEY (website_id, block)
)
--sqlite: WITHOUT ROWID
;

INSERT INTO id_sequences (name, last_id) VALUES ('contacts', 0);
