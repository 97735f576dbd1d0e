-- Orders without a subject are credited to the visitor's last touch within so many days; 0: they are not. See src/ingestion/credit-orders.ts.
ALTER TABLE website_settings ADD COLUMN credit_window_days smallint NOT NULL DEFAULT 0;
-- Which events are touches: conversion, or view for both.
ALTER TABLE website_settings ADD COLUMN credit_by text NOT NULL DEFAULT 'conversion';

-- The last touches of a visitor: see src/ingestion/touches.ts.
CREATE TABLE visitor_touches (
  website_id bigint NOT NULL,
  -- The visitor's hash in hexadecimal digits.
  visitor text NOT NULL,
  -- Of the oldest touch.
  first_day integer NOT NULL,
  -- Texts of equal length, one for each touch: see src/ingestion/touch-rows.ts.
  touches text NOT NULL,
  PRIMARY KEY (website_id, visitor)
)
--sqlite: WITHOUT ROWID
;

-- 1: the order was sent without a subject, and credited to that of a touch.
ALTER TABLE seen_orders ADD COLUMN is_credited smallint;

-- Which part of the orders of a subject and day was credited, and what was refunded. Most days have no row.
CREATE TABLE rollup_order_sources (
  website_id bigint NOT NULL,
  subject_kind smallint NOT NULL,
  subject_id bigint NOT NULL,
  day integer NOT NULL,
  credited_orders bigint NOT NULL,
  credited_revenue bigint NOT NULL,
  refunded_orders bigint NOT NULL,
  refunded_revenue bigint NOT NULL,
  PRIMARY KEY (website_id, subject_kind, subject_id, day)
)
--sqlite: WITHOUT ROWID
;
