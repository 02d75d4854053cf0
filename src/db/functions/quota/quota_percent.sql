-- Which warning level a quota has reached: 100, 80 or 0 per cent.
CREATE OR REPLACE FUNCTION quota_percent(used bigint, amount bigint) RETURNS smallint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN used >= amount THEN 100 WHEN used * 5 >= amount * 4 THEN 80 ELSE 0 END::smallint;
$$;
