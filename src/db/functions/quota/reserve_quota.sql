-- Takes an amount from every quota of a new request, and from those in money what the request costs by its stored price; or takes from none.
-- Most requests are under no quota; finding that out takes one query.
--
-- Where a quota in money counts, a request without a price in its currency is refused, because nobody can tell whether it exceeds the
-- quota. Requests to the embedded sandbox cost nothing and take nothing.
--
-- Arguments: the organisation, the batch (already stored), its scopes, the unit (`images` or `seconds`), the amount.
-- Locks: the organisation's quotas (shared), without waiting for them: a change of quotas may take long, and requests of all
-- organisations are accepted on a few connections. Then as `take_quota`.
-- Raises EA001, as `take_quota`; EA003 while somebody is changing the organisation's quotas; EA004 without a price, with the quotas
-- that need one as JSON in the detail.
CREATE OR REPLACE FUNCTION reserve_quota(organisation uuid, batch uuid, lies_in text[], counted_in text, wanted bigint)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  is_counted boolean;
  is_limited boolean;
  is_free boolean;
  currency text;
  costs bigint;
  unpriced jsonb;
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(quota_lock(organisation)) THEN
    RAISE EXCEPTION 'quotas are being changed' USING ERRCODE = 'EA003';
  END IF;
  SELECT
    EXISTS (SELECT FROM quotas q WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in),
    EXISTS (SELECT FROM money_quotas m WHERE m.organisation_id = organisation AND m.scope = ANY (lies_in))
  INTO is_counted, is_limited;
  IF is_limited THEN
    SELECT b.sandbox AND b.price IS NULL, money_unit(b.currency), in_micros(b.price, b.currency) * b.count INTO is_free, currency, costs
    FROM batches b WHERE b.id = batch;
    IF is_free THEN
      is_limited := false;
    ELSE
      SELECT jsonb_agg(jsonb_build_object('scope', m.scope, 'unit', m.unit, 'span', m.span) ORDER BY m.scope, m.unit, m.span)
      INTO unpriced
      FROM money_quotas m
      WHERE m.organisation_id = organisation AND m.scope = ANY (lies_in) AND (costs IS NULL OR m.unit <> currency);
      IF unpriced IS NOT NULL THEN
        RAISE EXCEPTION 'no price' USING ERRCODE = 'EA004', DETAIL = unpriced::text;
      END IF;
    END IF;
  END IF;
  IF is_limited THEN
    PERFORM take_quota(organisation, batch, lies_in, ARRAY[counted_in, currency], ARRAY[wanted, costs]);
  ELSIF is_counted THEN
    PERFORM take_quota(organisation, batch, lies_in, ARRAY[counted_in], ARRAY[wanted]);
  END IF;
END;
$$;
