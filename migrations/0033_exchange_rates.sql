-- The exchange rates of a website, as JSON: see src/catalog/exchange-rates.ts. null: none.
ALTER TABLE website_settings ADD COLUMN exchange_rates text;
