-- Deletes entries of the audit that are older than a moment, and never those of the last 90 days.
--
-- Arguments: the moment; at most how many entries.
-- Returns how many were deleted.
-- Rights: those of the owner, because the program itself may not delete from the audit.
CREATE OR REPLACE FUNCTION delete_old_audit(older_than timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  deleted integer;
BEGIN
  DELETE FROM audit WHERE id IN (
    SELECT id FROM audit WHERE at < least(older_than, now() - interval '90 days') ORDER BY at LIMIT most FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END;
$$;
