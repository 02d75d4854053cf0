-- The models that a key listed for a service when it was last asked, in lower case. Null when that is unknown; always null for
-- pictures.
CREATE OR REPLACE FUNCTION listed_models(credential uuid, wanted text) RETURNS text[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF wanted <> 'video' THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT c.video_models FROM credentials c WHERE c.id = credential);
END;
$$;
