-- Deletes requests that were closed long ago, with their jobs, results, posts, stars, approvals and rows of the ledger.
-- Sums of use stay, so what was used in a day or a month is still known.
--
-- Arguments: requests that were closed before that moment; at most how many of them.
-- Returns how many were deleted. Never deletes what was closed, or what changed in the ledger, within the last 45 days: quota windows
-- are computed from it, and a platform may deliver the event again.
-- Locks: the batches, skipping those that somebody holds.
-- Rights: those of the owner, because the program itself may not delete from the ledger.
CREATE OR REPLACE FUNCTION delete_old_requests(older_than timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last timestamptz := least(older_than, now() - interval '45 days');
  summed_from timestamptz := coalesce((SELECT at FROM usage_start), 'infinity');
  old uuid[];
BEGIN
  old := ARRAY(
    SELECT b.id FROM batches b
    WHERE b.closed_at < last AND NOT EXISTS (
      SELECT FROM jobs j JOIN ledger l ON l.job_id = j.id
      -- Older rows are in no sum.
      WHERE j.batch_id = b.id AND (l.at >= last OR l.counts_at < summed_from)
    )
    ORDER BY b.closed_at LIMIT most FOR UPDATE OF b SKIP LOCKED
  );
  DELETE FROM ledger l USING jobs j WHERE j.batch_id = ANY (old) AND l.job_id = j.id;
  DELETE FROM artifacts a USING jobs j WHERE j.batch_id = ANY (old) AND a.job_id = j.id;
  -- The platforms' records of the messages; the messages stay where they are.
  DELETE FROM discord_posts d USING posts p WHERE p.batch_id = ANY (old) AND d.key = post_key(p.batch_id, p.kind);
  DELETE FROM slack_posts s USING posts p WHERE p.batch_id = ANY (old) AND s.key = post_key(p.batch_id, p.kind);
  DELETE FROM posts WHERE batch_id = ANY (old);
  DELETE FROM stars WHERE batch_id = ANY (old);
  DELETE FROM approvals WHERE batch_id = ANY (old);
  DELETE FROM jobs WHERE batch_id = ANY (old);
  DELETE FROM batches WHERE id = ANY (old);
  RETURN cardinality(old);
END;
$$;
