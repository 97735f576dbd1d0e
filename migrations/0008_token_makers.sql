-- The user who made a token in the dashboard. null: an operator made it, or it is from before makers were recorded.
-- No foreign key: a user can be removed while their tokens are there, and the tokens are dead from then on.
ALTER TABLE access_tokens ADD COLUMN user_id bigint;
