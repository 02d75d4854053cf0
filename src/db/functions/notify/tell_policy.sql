-- Trigger: tells every process that something changed that decides what an organisation's members may do. Several changes in
-- one transaction are heard once.
--
-- Notifies: `easel_policy` with the organisation's id, before and after the change.
CREATE OR REPLACE FUNCTION tell_policy() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('easel_policy', OLD.organisation_id::text); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('easel_policy', NEW.organisation_id::text); END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER policies_news AFTER INSERT OR UPDATE OR DELETE ON policies
  FOR EACH ROW EXECUTE FUNCTION tell_policy();

CREATE OR REPLACE TRIGGER pauses_news AFTER INSERT OR UPDATE OR DELETE ON pauses
  FOR EACH ROW EXECUTE FUNCTION tell_policy();

CREATE OR REPLACE TRIGGER groups_news AFTER INSERT OR UPDATE OR DELETE ON groups
  FOR EACH ROW EXECUTE FUNCTION tell_policy();

CREATE OR REPLACE TRIGGER group_members_news AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION tell_policy();

CREATE OR REPLACE TRIGGER workspaces_news AFTER INSERT OR UPDATE OR DELETE ON workspaces
  FOR EACH ROW EXECUTE FUNCTION tell_policy();

CREATE OR REPLACE TRIGGER quotas_news AFTER INSERT OR UPDATE OR DELETE ON quotas
  FOR EACH ROW EXECUTE FUNCTION tell_policy();

CREATE OR REPLACE TRIGGER accounts_news AFTER UPDATE OF organisation_id OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION tell_policy();

-- Not when a key rests or is checked: that changes nobody's rights.
CREATE OR REPLACE TRIGGER credentials_news AFTER INSERT OR DELETE OR UPDATE OF organisation_id, scope, services, invalid_at, refused_by,
  disabled_at, removed_at ON credentials
  FOR EACH ROW EXECUTE FUNCTION tell_policy();
