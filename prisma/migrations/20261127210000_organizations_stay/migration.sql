-- outside a transaction
-- The gateway no longer moves organizations between databases (docs/decisions/0047-cells.md), so its tables need no fence. Sequences keep the step
-- and the position that they have: ids of a database that had a number of its own stay unique, and others have the step 1.
-- The record of a move keeps this database from serving an organization that another one serves, so one that has not ended is refused.
DO $$ BEGIN IF EXISTS (SELECT FROM organization_moves WHERE state <> 'CALLED_OFF')
  THEN RAISE EXCEPTION 'an organization move has not ended: end it with the version before (`organization move` with --finish or --call-off), then migrate again'; END IF; END $$;

-- Postgres drops a trigger of partitions before that of their table, whereas a write locks the table first: each would wait for the other. The
-- table is locked first here, too.
DO $$ BEGIN PERFORM gateway_lock('{offers}'); DROP TRIGGER IF EXISTS offers_moving ON offers; END $$;
DO $$ BEGIN PERFORM gateway_lock('{booking_events}'); DROP TRIGGER IF EXISTS booking_events_moving ON booking_events; END $$;

-- Statement by statement, so that no table stays locked while another one is waited for.
DROP TRIGGER IF EXISTS organizations_moving ON organizations;
DROP TRIGGER IF EXISTS api_keys_moving ON api_keys;
DROP TRIGGER IF EXISTS organization_suppliers_moving ON organization_suppliers;
DROP TRIGGER IF EXISTS further_connections_moving ON further_connections;
DROP TRIGGER IF EXISTS terms_acceptances_moving ON terms_acceptances;
DROP TRIGGER IF EXISTS bookings_moving ON bookings;
DROP TRIGGER IF EXISTS booking_attempts_moving ON booking_attempts;
DROP TRIGGER IF EXISTS cancellation_quotes_moving ON cancellation_quotes;
DROP TRIGGER IF EXISTS cancellations_moving ON cancellations;
DROP TRIGGER IF EXISTS idempotency_keys_moving ON idempotency_keys;
DROP TRIGGER IF EXISTS webhook_endpoints_moving ON webhook_endpoints;
DROP TRIGGER IF EXISTS webhook_deliveries_moving ON webhook_deliveries;
DROP TRIGGER IF EXISTS webhook_attempts_moving ON webhook_attempts;
DROP TRIGGER IF EXISTS cases_moving ON cases;
DROP TRIGGER IF EXISTS sandbox_clocks_moving ON sandbox_clocks;
DROP TRIGGER IF EXISTS console_users_moving ON console_users;

-- N-1: triggers alone call it.
DROP FUNCTION IF EXISTS refuse_while_moving();
