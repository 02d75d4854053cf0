-- Takes an amount from every quota of a new request, or from none. Most requests are under no quota; finding that out takes one
-- query.
--
-- Arguments: the organisation, the batch, its scopes, the unit (`images` or `seconds`), the amount.
-- Locks: the organisation's quotas (shared), without waiting for them: a change of quotas may take long, and requests of all
-- organisations are accepted on a few connections. Then as `take_quota`.
-- Raises EA001, as `take_quota`; EA003 while somebody is changing the organisation's quotas.
CREATE OR REPLACE FUNCTION reserve_quota(organisation uuid, batch uuid, lies_in text[], counted_in text, wanted bigint)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(quota_lock(organisation)) THEN
    RAISE EXCEPTION 'quotas are being changed' USING ERRCODE = 'EA003';
  END IF;
  IF EXISTS (
    SELECT FROM quotas q WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
  ) THEN
    PERFORM take_quota(organisation, batch, lies_in, counted_in, wanted);
  END IF;
END;
$$;
