-- How much of a quota was used within a window, by the ledger. A key's quota counts the jobs that were given to the key.
--
-- Arguments: the organisation, the quota's scope, its unit, the window's first moment, and the first moment after it.
CREATE OR REPLACE FUNCTION used_within(organisation uuid, of_scope text, counted_in text, since timestamptz, until timestamptz)
RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN of_scope LIKE 'key:%' THEN (
    SELECT coalesce(sum(j.cost), 0)
    FROM ledger l JOIN jobs j ON j.id = l.job_id
    -- Jobs wait for a key no longer than a day or two.
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since - interval '7 days' AND l.counts_at < until
      AND l.entry = 'reserved' AND l.unit = counted_in AND of_scope = 'key:' || j.credential_id
      AND j.submitted_at >= since AND j.submitted_at < until AND j.state NOT IN ('held', 'waiting')
      AND j.settlement <> 'released'
      AND NOT EXISTS (SELECT FROM ledger r WHERE r.job_id = j.id AND r.entry = 'refunded')
  ) WHEN of_scope = 'organisation' THEN (
    SELECT coalesce(sum(l.net), 0)
    FROM ledger l
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since AND l.counts_at < until
      AND l.unit = counted_in
  ) ELSE (
    SELECT coalesce(sum(l.net), 0)
    FROM ledger l JOIN jobs j ON j.id = l.job_id
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since AND l.counts_at < until
      AND l.unit = counted_in AND of_scope = ANY (j.scopes)
  ) END::bigint;
$$;
