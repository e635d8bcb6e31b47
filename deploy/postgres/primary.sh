#!/bin/bash
# Run once by the postgres image, in the empty primary. What a server of your own needs is the same.
set -euo pipefail

psql -v ON_ERROR_STOP=1 -v gateway="$GATEWAY_DATABASE_PASSWORD" -v replicator="$REPLICATION_PASSWORD" --username postgres <<'SQL'
CREATE ROLE gateway LOGIN PASSWORD :'gateway';
CREATE DATABASE gateway OWNER gateway;
-- What bounds a statement where a pooler stands between; deploy/pgbouncer.ini says it too.
ALTER ROLE gateway IN DATABASE gateway SET statement_timeout = '10s';
ALTER ROLE gateway IN DATABASE gateway SET idle_in_transaction_session_timeout = '10s';
ALTER ROLE gateway IN DATABASE gateway SET jit = off;
ALTER ROLE gateway IN DATABASE gateway SET timezone = 'UTC';
ALTER ROLE gateway IN DATABASE gateway SET default_transaction_isolation = 'read committed';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replicator';
SELECT pg_create_physical_replication_slot('replica');
-- HAProxy asks whether this is the primary, also when clients have all connections (reserved_connections): a primary that it cannot ask
-- is none to it, and it would cut them all.
CREATE ROLE haproxy_check LOGIN CONNECTION LIMIT 10;
GRANT pg_use_reserved_connections TO haproxy_check;
-- Commits wait for the replica, from the next start on: here they would wait for one that does not exist yet.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (replica)';
SQL

# The first line that fits decides, and the image's own would ask haproxy_check for a password.
{
  echo 'host postgres haproxy_check samenet trust'
  echo 'host all haproxy_check all reject'
  echo 'host replication replicator samenet scram-sha-256'
  cat "$PGDATA/pg_hba.conf"
} >"$PGDATA/pg_hba.new"
mv "$PGDATA/pg_hba.new" "$PGDATA/pg_hba.conf"
