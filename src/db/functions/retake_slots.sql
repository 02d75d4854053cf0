-- Gives slots of their keys back to jobs whose ids arrived late, as far as slots are free. A job without a slot goes on all the
-- same.
--
-- Arguments: the jobs, locked by the caller.
-- Returns how many slots it gave. Locked slots are skipped.
CREATE OR REPLACE FUNCTION retake_slots(late jobs[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  job jobs;
  taken bigint := 0;
BEGIN
  FOREACH job IN ARRAY late LOOP
    CONTINUE WHEN EXISTS (SELECT FROM slots s WHERE s.job_id = job.id);
    UPDATE slots SET job_id = job.id
    FROM (
      SELECT s.key_fingerprint, s.service, s.n
      FROM credentials c
      CROSS JOIN LATERAL slots_of_key(c.fingerprint, job.service) o
      JOIN slots s ON s.key_fingerprint = c.fingerprint AND s.service = job.service AND s.n = o.n
      WHERE c.id = job.credential_id AND s.job_id IS NULL AND o.needs <= key_slots(c, job.service)
      ORDER BY s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
    ) free
    WHERE slots.key_fingerprint = free.key_fingerprint AND slots.service = free.service AND slots.n = free.n;
    IF FOUND THEN
      taken := taken + 1;
    END IF;
  END LOOP;
  RETURN taken;
END;
$$;
