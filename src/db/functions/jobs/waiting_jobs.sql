-- How many jobs of a member wait for a slot or for an admin, those of batches that are not written out yet included.
--
-- Arguments: the organisation, the account, and a batch that is not counted.
CREATE OR REPLACE FUNCTION waiting_jobs(organisation uuid, account uuid, besides uuid) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT (
    SELECT count(*) FROM jobs j
    WHERE j.indexed_as = 'waiting' AND j.organisation_id = organisation AND j.service IN ('image', 'video') AND j.account_id = account
  ) + (
    SELECT count(*) FROM jobs j WHERE j.indexed_as = 'held' AND j.organisation_id = organisation AND j.account_id = account
  ) + (
    -- Open ones, because only these have an index: a busy member may have thousands of closed ones in a minute.
    SELECT coalesce(sum(b.count), 0) FROM batches b
    WHERE b.account_id = account AND b.closed_at IS NULL AND b.created_at > now() - interval '1 minute'
      AND b.intake IS NOT NULL AND b.id <> besides
  );
$$;
