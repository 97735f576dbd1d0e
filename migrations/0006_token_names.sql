-- People make several tokens and have to tell them apart.
ALTER TABLE access_tokens ADD COLUMN name text;
