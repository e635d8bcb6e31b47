-- The clock of an organization moves with it to another cell: what is behind the fence stays as it was compared (docs/decisions/0047-cells.md).
CREATE TRIGGER sandbox_clocks_moving BEFORE INSERT OR UPDATE OR DELETE ON sandbox_clocks
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'goes on');

-- Nor do the people of its portal change behind it.
CREATE TRIGGER console_users_moving BEFORE INSERT OR UPDATE OR DELETE ON console_users
  FOR EACH ROW EXECUTE FUNCTION refuse_while_moving('own', 'begins');
