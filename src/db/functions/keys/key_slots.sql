-- How many jobs of a service (`image` or `video`) a key may have at the gateway at once.
CREATE OR REPLACE FUNCTION key_slots(key credentials, wanted text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE wanted WHEN 'image' THEN key.concurrency ELSE key.clip_concurrency END;
$$;
