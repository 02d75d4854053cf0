-- The slots of a key and service. Reads each slot once.
--
-- After an admin has lowered a key's slots, jobs may still hold slots above the limit. So a free slot may be taken only if `needs`,
-- its number plus the held slots above it, is within the limit. That holds whatever other processes take meanwhile, because each
-- keeps to it.
--
-- Arguments: the key's fingerprint; `image` or `video`.
CREATE OR REPLACE FUNCTION slots_of_key(fingerprint text, wanted text) RETURNS TABLE (
  id bigint, n integer, job_id uuid, needs bigint)
LANGUAGE sql STABLE AS $$
  SELECT s.id, s.n, s.job_id, s.n + count(s.job_id) OVER (ORDER BY s.n DESC)
  FROM slots s
  WHERE s.key_fingerprint = fingerprint AND s.service = wanted;
$$;
