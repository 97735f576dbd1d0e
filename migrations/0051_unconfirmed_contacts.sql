-- What forms have said about contacts that existed already, and that only a person can confirm: see src/contacts/unconfirmed.ts.
CREATE TABLE unconfirmed_contacts (
  website_id bigint NOT NULL,
  id bigint NOT NULL,
  contact_id bigint NOT NULL,
  -- JSON: fields of a contact.
  fields text NOT NULL,
  -- JSON: the page and the campaign of the form.
  source text NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX unconfirmed_contacts_by_contact ON unconfirmed_contacts (website_id, contact_id, id);

-- In lower case, so that a form cannot give the visitor of one contact to another one.
ALTER TABLE contacts ADD COLUMN visitor_token text;
--sqlite: UPDATE contacts SET visitor_token = LOWER(json_extract(fields, '$.visitor_token'));
--postgres: UPDATE contacts SET visitor_token = LOWER(CAST(fields AS json) ->> 'visitor_token');
CREATE INDEX contacts_by_visitor ON contacts (website_id, visitor_token);
