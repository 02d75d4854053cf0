-- What quotas in a currency are counted in, such as `money:EUR`: millionths of it.
--
-- Arguments: the currency with the decimal places of prices, such as `EUR:2`.
CREATE OR REPLACE FUNCTION money_unit(currency text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT 'money:' || split_part(currency, ':', 1);
$$;
