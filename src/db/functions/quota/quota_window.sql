-- The window that a moment lies in: the day, the week from Monday on, or the month of a time zone.
--
-- Arguments: `day`, `week` or `month`; the IANA name of the zone; the moment.
-- Returns the window's first moment, and the first moment after it.
CREATE OR REPLACE FUNCTION quota_window(span text, zone text, moment timestamptz,
  OUT starts_at timestamptz, OUT ends_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT first_moment(date_trunc(span, moment AT TIME ZONE zone), zone),
    first_moment(date_trunc(span, moment AT TIME ZONE zone) + ('1 ' || span)::interval, zone);
$$;
