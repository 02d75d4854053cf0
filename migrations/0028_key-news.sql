-- Whoever changes which keys serve what waits tells all processes so, and can't forget it: notices say it.
CREATE FUNCTION tell_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('easel_pause', NEW.organisation_id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER credentials_notices AFTER INSERT OR UPDATE OF organisation_id, scope, services, invalid_at, disabled_at, removed_at, resting_until
  ON credentials FOR EACH ROW EXECUTE FUNCTION tell_notices();
