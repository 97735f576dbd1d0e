-- Another id of an order, by which a refund may name it: a row of its own, whose order_id is that of the payment. It names its order here.
-- null: this row is an order.
ALTER TABLE seen_orders ADD COLUMN payment_of text;
