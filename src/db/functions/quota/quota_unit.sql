-- What the quotas of a service (`image` or `video`) are counted in: `images` or `seconds`.
--
-- Stays a single expression: PostgreSQL then puts it into the calling statement, and no call is left.
CREATE OR REPLACE FUNCTION quota_unit(service text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE service WHEN 'image' THEN 'images' ELSE 'seconds' END;
$$;
