-- The first moment at which the clocks of a time zone show that time or a later one: the earlier of two where clocks go back,
-- the jump where they go forward.
--
-- Arguments: the time as the clocks show it, and the IANA name of the zone.
CREATE OR REPLACE FUNCTION first_moment(shown timestamp, zone text) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (shown AT TIME ZONE zone - interval '1 hour') AT TIME ZONE zone >= shown
    THEN shown AT TIME ZONE zone - interval '1 hour' ELSE shown AT TIME ZONE zone END;
$$;
