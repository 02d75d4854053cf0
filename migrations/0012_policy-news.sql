-- Whoever changes what decides about the members of an organisation tells all processes so, and can't forget it. Said twice
-- in one transaction it is heard once.
CREATE FUNCTION tell_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('easel_policy', OLD.organisation_id::text); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('easel_policy', NEW.organisation_id::text); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A new identity changes nothing that anyone remembers; one that goes to another account does.
CREATE FUNCTION tell_policy_of_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('easel_policy', organisation_id::text) FROM accounts WHERE id = OLD.account_id;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('easel_policy', organisation_id::text) FROM accounts WHERE id = NEW.account_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER policies_news AFTER INSERT OR UPDATE OR DELETE ON policies FOR EACH ROW EXECUTE FUNCTION tell_policy();--> statement-breakpoint
CREATE TRIGGER pauses_news AFTER INSERT OR UPDATE OR DELETE ON pauses FOR EACH ROW EXECUTE FUNCTION tell_policy();--> statement-breakpoint
CREATE TRIGGER groups_news AFTER INSERT OR UPDATE OR DELETE ON groups FOR EACH ROW EXECUTE FUNCTION tell_policy();--> statement-breakpoint
CREATE TRIGGER group_members_news AFTER INSERT OR UPDATE OR DELETE ON group_members FOR EACH ROW EXECUTE FUNCTION tell_policy();--> statement-breakpoint
CREATE TRIGGER workspaces_news AFTER INSERT OR UPDATE OR DELETE ON workspaces FOR EACH ROW EXECUTE FUNCTION tell_policy();--> statement-breakpoint
CREATE TRIGGER quotas_news AFTER INSERT OR UPDATE OR DELETE ON quotas FOR EACH ROW EXECUTE FUNCTION tell_policy();--> statement-breakpoint
CREATE TRIGGER accounts_news AFTER UPDATE OF organisation_id OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION tell_policy();--> statement-breakpoint
CREATE TRIGGER identities_news AFTER UPDATE OR DELETE ON identities FOR EACH ROW EXECUTE FUNCTION tell_policy_of_identity();--> statement-breakpoint
-- Not by a key's rest or check: what was made with it and what waits for it is not decided by standings.
CREATE TRIGGER credentials_news AFTER INSERT OR DELETE OR UPDATE OF organisation_id, scope, services, invalid_at, disabled_at, removed_at
  ON credentials FOR EACH ROW EXECUTE FUNCTION tell_policy();
