-- Reports of a website that are mailed by a schedule. They are a part of the subscription by email: the same person, link to unsubscribe and quiet hours.
-- csv, pdf or both, separated by a space. null: no reports.
ALTER TABLE notification_subscriptions ADD COLUMN report_formats text;
-- The day of the week, such as monday, or first_of_month.
ALTER TABLE notification_subscriptions ADD COLUMN report_sent_on text;
-- The day of the website on which the next one is sent, as the number of days from 1970-01-01 to it.
ALTER TABLE notification_subscriptions ADD COLUMN report_due_day bigint;
CREATE INDEX notification_subscriptions_by_due_day ON notification_subscriptions (report_due_day) WHERE report_due_day IS NOT NULL;
INSERT INTO insights_lease (id, expires_at_ms, done_at_ms) VALUES (7, 0, 0);
