-- The master keys that this database has known: a sealed canary for each tells a wrong key at the start.
CREATE TABLE "key_material" (
    "id" TEXT NOT NULL,
    "canary" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_material_pkey" PRIMARY KEY ("id")
);

-- Whether a message is sealed under a key that was retired. One of the first version names no key: after a rotation there is none.
CREATE FUNCTION sealed_under_retired_key(sealed bytea) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN sealed IS NULL THEN false
    WHEN substring(sealed FROM 1 FOR 1) = '\x02' THEN EXISTS (
      SELECT 1 FROM key_material WHERE id = encode(substring(sealed FROM 2 FOR 4), 'hex') AND retired_at IS NOT NULL)
    ELSE EXISTS (SELECT 1 FROM key_material WHERE retired_at IS NOT NULL)
  END
$$;

CREATE FUNCTION secrets_under_retired_key(secrets jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT 1 FROM key_material WHERE retired_at IS NOT NULL) THEN false
    ELSE EXISTS (
      SELECT 1 FROM jsonb_array_elements(secrets) AS secret
      WHERE sealed_under_retired_key(decode(secret ->> 'sealed', 'base64')))
  END
$$;

-- A process that still has the old key may run on for a while. What it seals must not get in behind a rotation that has ended.
CREATE FUNCTION refuse_retired_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'sealed under a master key that was retired: restart this process with the key that is in use';
END
$$;

CREATE TRIGGER bookings_key_in_use BEFORE INSERT OR UPDATE OF guests_sealed ON bookings
  FOR EACH ROW WHEN (sealed_under_retired_key(NEW.guests_sealed)) EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER supplier_connections_key_in_use BEFORE INSERT OR UPDATE OF credentials ON supplier_connections
  FOR EACH ROW WHEN (sealed_under_retired_key(NEW.credentials)) EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER webhook_endpoints_key_in_use BEFORE INSERT OR UPDATE OF secrets ON webhook_endpoints
  FOR EACH ROW WHEN (secrets_under_retired_key(NEW.secrets)) EXECUTE FUNCTION refuse_retired_key();
