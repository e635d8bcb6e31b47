/** Pulls the played supplier's content in a process of its own, so that it can be killed: `node pull-child.ts DATABASE_URL`. */
import { openCore } from './open-core.ts'
import { pageSource } from './page-source.ts'
import { pull } from './use-content-supplier.ts'

const core = await openCore({ url: process.argv[2] ?? '' })
await pull(core, {}, pageSource)
await core.close()
