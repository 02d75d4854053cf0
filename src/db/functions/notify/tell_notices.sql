-- Trigger: tells every process that the keys of an organisation changed, because notices say why a job waits.
--
-- Notifies: `easel_pause` with the organisation's id.
CREATE OR REPLACE FUNCTION tell_notices() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('easel_pause', NEW.organisation_id::text);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER credentials_notices AFTER INSERT OR UPDATE OF organisation_id, scope, services, invalid_at, refused_by, disabled_at,
  removed_at, resting_until ON credentials
  FOR EACH ROW EXECUTE FUNCTION tell_notices();
