-- What the user has chosen for the dashboard and for mails: see languages/language.ts. null: the language of the browser.
ALTER TABLE users ADD COLUMN language text;
-- Of the browser in which the user last logged in, because mails have no browser. null: not known.
ALTER TABLE users ADD COLUMN browser_language text;
