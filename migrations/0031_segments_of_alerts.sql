-- The one segment that explains a drop or a spike, as JSON. null: none does.
ALTER TABLE alerts ADD COLUMN segment text;
