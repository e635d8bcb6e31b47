-- The records of moves that have ended (docs/decisions/0047-cells.md). No code reads them since the migration `organizations_stay`, which refuses while one has not.
-- N-1: the code before this migration names neither table.
DROP TABLE "organization_moves", "departed_organizations";
