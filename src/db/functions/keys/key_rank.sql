-- How narrow the scope of a key is: 1 for the member's own key, 2 for a group's, 3 for a workspace's, 4 for the organisation's.
--
-- Arguments: the key's scope, the scopes that a job lies in, and whether its member may use keys of their own.
-- Returns null when the key is not for the job.
CREATE OR REPLACE FUNCTION key_rank(key_scope text, lies_in text[], own_keys boolean) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN key_scope = 'organisation' THEN 4
    WHEN key_scope <> ALL (lies_in) THEN NULL
    WHEN key_scope LIKE 'account:%' THEN CASE WHEN own_keys THEN 1 END
    WHEN key_scope LIKE 'group:%' THEN 2
    WHEN key_scope LIKE 'workspace:%' THEN 3
  END;
$$;
