-- The permanent key of a batch's post: see `postKey` in src/worker/delivery/result/post-key.ts, which a test compares it with.
--
-- Arguments: the batch, and the kind of the post.
CREATE OR REPLACE FUNCTION post_key(batch uuid, kind text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT rtrim(translate(encode(uuid_send(batch), 'base64'), '+/', '-_'), '=') || CASE
    WHEN kind ~ '^late-\d+$' THEN 'l' || substr(kind, 6)
    WHEN kind ~ '^late-\d+\.\d+$' THEN
      substr('lmopqstvwxyz', greatest(1, least(12, split_part(kind, '.', 2)::integer)), 1) || substr(split_part(kind, '.', 1), 6)
    ELSE coalesce((
      SELECT short FROM (VALUES ('notice', 'n'), ('result', 'r'), ('undo', 'u'), ('direct', 'd'), ('approval', 'a'),
        ('approval-here', 'h')) shorts (long, short)
      WHERE long = kind
    ), kind) END;
$$;
