/**
 * Generates the Prisma client. Prisma wants an executable for its native schema engine, which is a download and is not used
 * to generate: any executable will do.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/prisma/build/index.js'), 'generate', '--schema', join(ROOT, 'prisma/schema.prisma')],
  {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  },
)
process.exit(status ?? 1)
