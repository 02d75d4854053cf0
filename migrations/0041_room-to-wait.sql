DROP INDEX "jobs_held";--> statement-breakpoint
CREATE INDEX "jobs_held" ON "jobs" USING btree ("organisation_id","account_id","waiting_since") WHERE state = 'held';--> statement-breakpoint
-- How many jobs of a member wait, for a slot or for an admin, those of one batch left out. Of a batch that was taken in without its
-- jobs they count as well; they are written within moments, and within a minute whatever process dies.
CREATE FUNCTION "waiting_jobs"("organisation" uuid, "account" uuid, "besides" uuid) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT (
    SELECT count(*) FROM jobs j
    WHERE j.state = 'waiting' AND j.organisation_id = organisation AND j.service IN ('image', 'video') AND j.account_id = account
  ) + (
    SELECT count(*) FROM jobs j WHERE j.state = 'held' AND j.organisation_id = organisation AND j.account_id = account
  ) + (
    SELECT coalesce(sum(b.count), 0) FROM batches b
    WHERE b.account_id = account AND b.created_at > now() - interval '1 minute' AND b.intake IS NOT NULL AND b.id <> besides
  );
$$;--> statement-breakpoint
-- Raises EA002 when a member who asks for so many jobs would have more than `most` waiting; the detail is how many wait already.
-- Requests that come at the same moment don't see each other, so close to the bound they go one at a time: so close that
-- those that come together are never more.
CREATE FUNCTION "ensure_room"("organisation" uuid, "account" uuid, "batch" uuid, "wanted" integer, "most" integer) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  waiting bigint := waiting_jobs(organisation, account, batch);
BEGIN
  IF waiting + wanted <= most - 500 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(account::text, 24219));
  waiting := waiting_jobs(organisation, account, batch);
  IF waiting + wanted > most THEN
    RAISE EXCEPTION 'too many waiting' USING ERRCODE = 'EA002', DETAIL = waiting::text;
  END IF;
END;
$$;
