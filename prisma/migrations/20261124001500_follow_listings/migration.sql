-- What follows from staged listings: the service rooms of hotels, a person's word about rooms, and which hotels are to be merged anew.
-- AlterTable
ALTER TABLE "supplier_rooms" ADD COLUMN     "decided_by" TEXT NOT NULL DEFAULT 'IMPORT';

-- CreateTable
CREATE TABLE "service_rooms" (
    "hotel_id" INTEGER NOT NULL,
    "room_id" TEXT NOT NULL,
    "names" JSONB NOT NULL,
    "image_urls" TEXT[],
    "members" JSONB NOT NULL,
    "is_apart" BOOLEAN NOT NULL DEFAULT false,
    "is_used" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "service_rooms_pkey" PRIMARY KEY ("hotel_id","room_id")
);

-- CreateTable
CREATE TABLE "room_pins" (
    "supplier_code" TEXT NOT NULL,
    "supplier_hotel_id" TEXT NOT NULL,
    "supplier_room_id" TEXT NOT NULL,
    "room_id" TEXT,
    "actor" TEXT NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),

    CONSTRAINT "room_pins_pkey" PRIMARY KEY ("supplier_code","supplier_hotel_id","supplier_room_id")
);

-- CreateTable
CREATE TABLE "content_due" (
    "id" BIGSERIAL NOT NULL,
    "hotel_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT gateway_now(),

    CONSTRAINT "content_due_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "content_due_hotel_id_id_idx" ON "content_due"("hotel_id", "id");

-- AddForeignKey
ALTER TABLE "service_rooms" ADD CONSTRAINT "service_rooms_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A hotel is due when a staged listing of it is new, changed, mapped or taken away, whoever writes that. Rows are only ever added, so
-- that no two writers wait for each other; whoever merges the hotel deletes those that it has read before.
CREATE FUNCTION mark_listed_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO content_due (hotel_id)
  SELECT DISTINCT hotel_id FROM changed JOIN supplier_hotels USING (supplier_code, supplier_hotel_id);
  RETURN NULL;
END $$;
CREATE TRIGGER listings_staged AFTER INSERT ON listings
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_listed_hotels();
CREATE TRIGGER listings_deleted AFTER DELETE ON listings
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_listed_hotels();

CREATE FUNCTION mark_hotels_of_changed_listings() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO content_due (hotel_id)
  SELECT DISTINCT hotel_id FROM before JOIN after USING (id)
  JOIN supplier_hotels mapped
    ON (mapped.supplier_code, mapped.supplier_hotel_id) = (after.supplier_code, after.supplier_hotel_id)
  WHERE (before.content_hash, before.status) IS DISTINCT FROM (after.content_hash, after.status);
  RETURN NULL;
END $$;
CREATE TRIGGER listings_changed AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_hotels_of_changed_listings();

-- A listing that leaves its hotel, or is doubted, leaves the hotel's rooms at once: its options must not show them any more. Triggers
-- fire by their names: these after those that write the hotel, because whoever merges locks the hotel before its rooms.
CREATE FUNCTION mark_mapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO content_due (hotel_id)
  SELECT DISTINCT hotel_id FROM changed JOIN listings USING (supplier_code, supplier_hotel_id);
  IF TG_OP = 'DELETE' THEN
    DELETE FROM supplier_rooms room USING changed
    WHERE (room.supplier_code, room.supplier_hotel_id) = (changed.supplier_code, changed.supplier_hotel_id)
      AND room.decided_by <> 'IMPORT';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER supplier_hotels_inserted_rooms AFTER INSERT ON supplier_hotels
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_mapped_hotels();
CREATE TRIGGER supplier_hotels_deleted_rooms AFTER DELETE ON supplier_hotels
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_mapped_hotels();

CREATE FUNCTION mark_remapped_hotels() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO content_due (hotel_id)
  SELECT DISTINCT unnest(ARRAY[before.hotel_id, after.hotel_id])
  FROM before JOIN after USING (supplier_code, supplier_hotel_id) JOIN listings USING (supplier_code, supplier_hotel_id)
  WHERE (before.hotel_id, before.verification) IS DISTINCT FROM (after.hotel_id, after.verification);
  DELETE FROM supplier_rooms room USING before, after
  WHERE (before.supplier_code, before.supplier_hotel_id) = (after.supplier_code, after.supplier_hotel_id)
    AND (room.supplier_code, room.supplier_hotel_id) = (after.supplier_code, after.supplier_hotel_id)
    AND (before.hotel_id <> after.hotel_id OR after.verification <> 'VERIFIED')
    AND room.decided_by <> 'IMPORT';
  RETURN NULL;
END $$;
CREATE TRIGGER supplier_hotels_updated_rooms AFTER UPDATE ON supplier_hotels
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_remapped_hotels();

-- What a catalogue file says of rooms comes before what is read from listings, which is then planned anew around it.
CREATE FUNCTION mark_hotels_of_imported_rooms() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO content_due (hotel_id)
  SELECT DISTINCT hotel_id FROM changed JOIN supplier_hotels USING (supplier_code, supplier_hotel_id)
  JOIN listings USING (supplier_code, supplier_hotel_id)
  WHERE changed.decided_by = 'IMPORT';
  RETURN NULL;
END $$;
CREATE TRIGGER supplier_rooms_imported AFTER INSERT ON supplier_rooms
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_hotels_of_imported_rooms();
CREATE TRIGGER supplier_rooms_changed AFTER UPDATE ON supplier_rooms
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_hotels_of_imported_rooms();
CREATE TRIGGER supplier_rooms_deleted AFTER DELETE ON supplier_rooms
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_hotels_of_imported_rooms();

-- What was staged and mapped before.
INSERT INTO content_due (hotel_id) SELECT DISTINCT hotel_id FROM supplier_hotels JOIN listings USING (supplier_code, supplier_hotel_id);
