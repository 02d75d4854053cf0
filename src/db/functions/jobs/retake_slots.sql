-- Gives slots of their keys back to jobs whose ids arrived late, as far as slots are free. A job without a slot goes on all the
-- same.
--
-- Arguments: the jobs, locked by the caller.
-- Returns how many slots it gave. Locked slots are skipped.
CREATE OR REPLACE FUNCTION retake_slots(late jobs[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  job jobs;
  slot bigint;
  taken bigint := 0;
BEGIN
  FOREACH job IN ARRAY late LOOP
    CONTINUE WHEN EXISTS (SELECT FROM slots s WHERE s.id = job.slot_id AND s.job_id = job.id);
    UPDATE slots SET job_id = job.id
    FROM (
      SELECT s.id
      FROM credentials c
      CROSS JOIN LATERAL slots_of_key(c.fingerprint, job.service) o
      JOIN slots s ON s.id = o.id
      WHERE c.id = job.credential_id AND s.job_id IS NULL AND o.needs <= key_slots(c, job.service)
      ORDER BY s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
    ) free
    WHERE slots.id = free.id
    RETURNING slots.id INTO slot;
    IF FOUND THEN
      UPDATE jobs SET slot_id = slot WHERE id = job.id;
      taken := taken + 1;
    END IF;
  END LOOP;
  RETURN taken;
END;
$$;
