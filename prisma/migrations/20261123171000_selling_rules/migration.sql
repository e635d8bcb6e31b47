-- How an organization sells: to a closed group, and what becomes of rates whose price breaks a binding limit.
ALTER TABLE "organizations" ADD COLUMN "closed_user_group" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "selling_price_rule" TEXT NOT NULL DEFAULT 'TELL';
