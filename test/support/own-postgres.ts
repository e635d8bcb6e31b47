import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'

/** A Postgres server of a test's own, which may be stopped without harm to anybody else. */
export type OwnPostgres = {
  readonly url: string
  /** SIGSTOP to every process of the cluster: its sockets stay open, and nothing is answered. */
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
  readonly stop: () => Promise<void>
}

async function dataDirectory(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory ?? ''
  } finally {
    await client.end()
  }
}

/** The processes whose parent is `parent`, from /proc. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // The name in brackets may hold spaces; behind it come the state and the parent.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  // Reachable for the user as whom Postgres runs: else its files would be copied elsewhere.
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres(folder)
  const [first = ''] = (await readFile(join(await dataDirectory(server.url), 'postmaster.pid'), 'utf8')).split('\n')
  const postmaster = Number(first)
  async function signal(name: NodeJS.Signals): Promise<void> {
    // The postmaster first: it starts no further process that would go on.
    for (const pid of [postmaster, ...(await childrenOf(postmaster))])
      try {
        process.kill(pid, name)
      } catch (error) {
        // A child may end between the list and the signal.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
  }
  return {
    url: server.url,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: async () => {
      await signal('SIGCONT')
      await server.stop({ evenIfUsed: true })
      for (const left of [folder, server.root]) await rm(left, { recursive: true, force: true })
    },
  }
}
