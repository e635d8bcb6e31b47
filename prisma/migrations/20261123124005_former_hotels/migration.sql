-- CreateTable
CREATE TABLE "former_hotels" (
    "id" INTEGER NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_hotels_pkey" PRIMARY KEY ("id")
);

-- No command deletes hotels, operators do; so the table keeps book itself. A hotel that comes back is found before anybody looks here.
CREATE FUNCTION keep_former_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO former_hotels (id, left_at) SELECT id, gateway_now() FROM gone
  ON CONFLICT (id) DO UPDATE SET left_at = EXCLUDED.left_at;
  RETURN NULL;
END $$;
CREATE TRIGGER hotels_deleted AFTER DELETE ON hotels
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_former_hotels();
