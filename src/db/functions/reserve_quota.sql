-- Takes an amount from every quota of a new request, or from none. Most requests are under no quota; finding that out takes one
-- query.
--
-- Arguments: the organisation, the batch, its scopes, the unit (`images` or `seconds`), the amount.
-- Locks: the organisation's quotas (shared); then as `take_quota`.
-- Raises EA001, as `take_quota`.
CREATE OR REPLACE FUNCTION reserve_quota(organisation uuid, batch uuid, lies_in text[], counted_in text, wanted bigint)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- An assignment is cheaper than a query of its own.
  locked text := pg_advisory_xact_lock_shared(quota_lock(organisation));
BEGIN
  IF EXISTS (
    SELECT FROM quotas q WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
  ) THEN
    PERFORM take_quota(organisation, batch, lies_in, counted_in, wanted);
  END IF;
END;
$$;
