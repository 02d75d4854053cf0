-- Trigger: as `tell_policy`, for an identity that moves to another account or goes. A new identity changes nothing that a
-- process remembers.
CREATE OR REPLACE FUNCTION tell_policy_of_identity() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('easel_policy', organisation_id::text) FROM accounts WHERE id = OLD.account_id;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('easel_policy', organisation_id::text) FROM accounts WHERE id = NEW.account_id;
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER identities_news AFTER UPDATE OR DELETE ON identities
  FOR EACH ROW EXECUTE FUNCTION tell_policy_of_identity();
