import { Alert, Stack } from '@mantine/core'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Figure, Figures } from '../../kit/figure.tsx'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Age, Time } from '../../kit/time.tsx'
import { bytesTold } from './bytes.ts'
import type { Health, ProcessFacts } from './documents.ts'
import { PlainTable } from './plain-table.tsx'

type HealthProps = { readonly health: Health }

export function HealthView({ health }: HealthProps) {
  const { isReady, faults, asOf } = health
  return (
    <Stack gap="md">
      <p className="quiet">
        As of <Time at={asOf} as="clock" />, read again every 10 s.
      </p>
      {!isReady && (
        <Alert color="red" variant="light" title="Not ready">
          Load balancers send nothing to this process.
        </Alert>
      )}
      {faults.map(({ part, fault }) => (
        <Alert key={part} color={isReady ? 'yellow' : 'red'} variant="light" title={part}>
          {fault}
        </Alert>
      ))}
      {isReady && faults.length === 0 && <StatusBadge status="OK" label="Ready, without a fault" />}
      <Postgres health={health} />
      <Redis health={health} />
      <Process process={health.process} />
      <Clients health={health} />
    </Stack>
  )
}

function Postgres({ health: { postgres, standbys, hasReplica, replica } }: HealthProps) {
  if (!postgres)
    return (
      <Panel title="Postgres">
        <NothingYet title="Unknown" />
      </Panel>
    )
  return (
    <Panel title={`Postgres ${postgres.version}`}>
      <Figures>
        <Figure
          label="Role"
          value={postgres.isInRecovery ? 'standby' : 'primary'}
          definition="pg_is_in_recovery() of the server that DATABASE_URL leads to."
          tone={postgres.isInRecovery || postgres.isReadOnly ? 'bad' : 'good'}
          hint={postgres.isReadOnly ? 'read only' : 'takes writes'}
        />
        <Figure
          label="Connections"
          value={`${postgres.connections} of ${postgres.maxConnections}`}
          definition="Client backends in pg_stat_activity, of all databases of the server, and max_connections."
        />
        <Figure label="Size" value={bytesTold(postgres.sizeBytes)} definition="pg_database_size of this database." />
        <Figure label="Runs for" value={<Age since={postgres.startedAt} />} definition="pg_postmaster_start_time()" />
        <Figure
          label="Replica for lists"
          value={hasReplica ? (replica === null ? 'well' : 'at fault') : 'none'}
          definition="Whether the replica of DATABASE_REPLICA_URL is read from: far behind or away, it is not."
          hint={replica ?? undefined}
          {...(replica === null ? {} : { tone: 'warn' as const })}
        />
      </Figures>
      {standbys.length === 0 ? (
        <p className="quiet">No standby is connected to it.</p>
      ) : (
        <PlainTable
          what="Standbys"
          heads={[
            ['Standby'],
            ['State'],
            ['Synchronous'],
            ['Lag', 'pg_stat_replication.replay_lag; unknown when nothing was written of late'],
            ['Behind', 'pg_wal_lsn_diff of what was written and what it has replayed'],
          ]}
          rows={standbys.map(({ name, state, syncState, replayLagMs, behindBytes }) => [
            `${name} ${state}`,
            [
              name ?? 'unknown',
              state ?? 'unknown',
              syncState ?? 'unknown',
              replayLagMs === null ? 'unknown' : `${replayLagMs.toFixed(0)} ms`,
              behindBytes === null ? 'unknown' : bytesTold(behindBytes),
            ],
          ])}
          figures={[3, 4]}
        />
      )}
    </Panel>
  )
}

function Redis({ health: { redis } }: HealthProps) {
  return (
    <Panel title="Redis">
      {redis.isConfigured ? (
        <StatusBadge
          status={redis.isHealthy ? 'OK' : 'DOWN'}
          label={redis.isHealthy ? 'Takes writes' : (redis.trouble ?? 'does not answer')}
          hint="A key was written to every master just now."
        />
      ) : (
        <span className="quiet">
          Not configured: the cache is in the process, and limits are counted by each alone.
        </span>
      )}
    </Panel>
  )
}

function Process({ process }: { readonly process: ProcessFacts }) {
  return (
    <Panel title="The process that answers">
      <Facts
        facts={[
          ['Roles', process.roles.join(', ')],
          ['Version', `${process.version}, Node ${process.node}`],
          ['Process', process.pid],
          ['Started', <Time key="started" at={process.startedAt} as="full" />],
          ['Memory', `${bytesTold(process.rssBytes)}, of which heap in use ${bytesTold(process.heapUsedBytes)}`],
          [
            'Event loop',
            process.loopDelayP99Ms === null
              ? 'unknown'
              : `99 of 100 turns were at most ${process.loopDelayP99Ms.toFixed(0)} ms late`,
          ],
        ]}
      />
      {process.cacheReads.length > 0 && (
        <PlainTable
          what="Cache reads"
          heads={[
            ['Cache'],
            ['Hits', 'gateway_cache_reads_total since the process began'],
            ['Misses'],
            ['Share of hits'],
          ]}
          rows={process.cacheReads.map(({ kind, hits, misses }) => [
            kind,
            [
              kind,
              hits.toLocaleString('en-GB'),
              misses.toLocaleString('en-GB'),
              hits + misses === 0 ? '–' : `${((100 * hits) / (hits + misses)).toFixed(1)} %`,
            ],
          ])}
          figures={[1, 2, 3]}
        />
      )}
    </Panel>
  )
}

function Clients({ health: { clients } }: HealthProps) {
  return (
    <Panel title="Connected to this database" isFlush>
      <PlainTable
        what="Connected to this database"
        heads={[
          ['Application', 'pg_stat_activity.application_name: processes of the gateway are hotel-gateway…'],
          ['From'],
          ['Connections'],
          ['Since', 'The oldest connection'],
        ]}
        rows={clients.map(({ application, address, connections, since }) => [
          `${application} ${address}`,
          [application, address ?? 'unknown', connections, <Time key="since" at={since} none="unknown" />],
        ])}
        figures={[2]}
      />
    </Panel>
  )
}
