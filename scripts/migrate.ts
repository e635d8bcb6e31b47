/** Brings the configured database up to this code: `npm run db:migrate`. */
import { readProcessConfig } from '../src/config.ts'
import { MIGRATIONS } from '../src/open-database.ts'
import { migrate } from '../src/platform/migrate.ts'
import { refuseWrongWays } from '../src/platform/postgres-ways.ts'

const config = readProcessConfig()
if (!('port' in config)) {
  for (const { setting, message } of config) console.error(`${setting}: ${message}`)
  process.exit(1)
}
if (!config.databaseUrl) {
  console.error('DATABASE_URL is not set: the embedded database is migrated when the gateway starts')
  process.exit(1)
}
const { directUrl } = config.database
const url = directUrl ?? config.databaseUrl
try {
  await refuseWrongWays({ url, directUrl, perTransaction: false, namesStatements: false })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
const applied = await migrate(url, MIGRATIONS)
console.log(applied.length === 0 ? 'nothing to apply' : `applied: ${applied.join(', ')}`)
