-- How many jobs of a service a member has at the gateway. A job with an unknown outcome counts for as long as it holds a slot.
--
-- Called in a FROM, PostgreSQL puts it into the calling statement: it stays STABLE, one SELECT, and without settings of its own.
--
-- Arguments: the organisation, the account, `image` or `video`.
-- Returns one row.
CREATE OR REPLACE FUNCTION jobs_at_gateway(organisation uuid, account uuid, wanted text) RETURNS TABLE (jobs bigint)
LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM jobs u
  WHERE u.organisation_id = organisation AND u.account_id = account AND u.service = wanted
    AND (u.worker_id IS NOT NULL OR u.indexed_as = 'unknown')
    AND u.state IN ('submitting', 'running', 'unknown')
    AND (u.state <> 'unknown' OR EXISTS (SELECT FROM slots s WHERE s.id = u.slot_id AND s.job_id = u.id));
$$;
