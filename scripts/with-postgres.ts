/** `node scripts/with-postgres.ts COMMAND…`: runs a command with DATABASE_URL of an embedded Postgres that ends with it. Exits as the command does. */
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'

const [command = '', ...args] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'with-postgres-'))
// Reachable for the user as whom Postgres runs where we are root: else its programs would be copied elsewhere.
await chmod(folder, 0o711)
// Nothing of it outlives the command, so nothing has to reach the disk.
const server = await startEmbeddedPostgres(folder, {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '500',
})
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)))
await server.stop({ evenIfUsed: true })
for (const left of [folder, server.root]) await rm(left, { recursive: true, force: true })
process.exit(code)
