-- The audit log by action, by person, and by both: newest first, without reading the other entries of the account.
CREATE INDEX audit_log_by_action ON audit_log (account_id, action, id);
CREATE INDEX audit_log_by_user ON audit_log (account_id, user_id, id);
CREATE INDEX audit_log_by_user_and_action ON audit_log (account_id, user_id, action, id);
