/** Pulls a connection in a process of its own, so that it can be killed: `node pull-sandbox-child.ts DATABASE_URL CONNECTION`. */
import { openCore } from './open-core.ts'
import { pullOf } from './pull-of.ts'

const [url = '', connectionId = ''] = process.argv.slice(2)
const core = await openCore({ url })
await pullOf(core, { connectionId })
await core.close()
