/** Preloaded into a gateway (`--import`): writes the URL of every module that it loads to LOADS_FILE, one a line. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env['LOADS_FILE'] ?? ''

registerHooks({
  load: (url, context, nextLoad) => {
    appendFileSync(file, `${url}\n`)
    return nextLoad(url, context)
  },
})
