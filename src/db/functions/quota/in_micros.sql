-- An amount of money in millionths of its currency, exact.
--
-- Arguments: the amount in the smallest unit; the currency with the decimal places of that unit, such as `EUR:2`.
-- Returns null if either is null.
CREATE OR REPLACE FUNCTION in_micros(amount bigint, currency text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT (amount::text || repeat('0', 6 - split_part(currency, ':', 2)::integer))::bigint;
$$;
