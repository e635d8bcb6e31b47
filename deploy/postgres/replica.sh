#!/bin/bash
# Starts a standby: the first time from a copy of the primary. It follows whichever server is the primary, because HAProxy leads to that one.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until PGPASSWORD=$REPLICATION_PASSWORD pg_basebackup -h "haproxy" -U replicator -D "$PGDATA" -X stream -S replica -R; do
    sleep 2
  done
  # The name that synchronous_standby_names waits for. Of two lines the last one counts. The copy has the primary's names, too: promoted,
  # it would wait for a standby that it has not got yet, and no commit would end.
  {
    echo "primary_conninfo = 'host=haproxy user=replicator password=$REPLICATION_PASSWORD application_name=replica'"
    echo "synchronous_standby_names = ''"
  } >>"$PGDATA/postgresql.auto.conf"
  chmod 700 "$PGDATA"
fi
exec postgres -c max_connections=200 -c reserved_connections=5 -c hot_standby=on
