-- When an organization first searched: the portal's first page says which steps of an integration are done. Nothing else of a search is kept.
ALTER TABLE "organizations" ADD COLUMN "first_searched_at" TIMESTAMPTZ(3);
