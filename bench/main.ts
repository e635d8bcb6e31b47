/** `npm run bench [name] [-- --json] [-- --tiny]`, `npm run bench against TREE`: ratios against a baseline of the same run; these machines are noisy. */
import { benchAgainst } from './against.ts'
import { benchAgainstBooking } from './against-booking.ts'
import { benchBooking } from './booking.ts'
import { benchClaim } from './claim.ts'
import { benchConsole } from './console.ts'
import { benchCost } from './cost.ts'
import { benchExport } from './export.ts'
import { benchFacade } from './facade.ts'
import { benchFanout } from './fanout.ts'
import { benchGraphqlEngine } from './graphql-engine.ts'
import { benchLists } from './lists.ts'
import { makeCatalogue } from './make-catalogue.ts'
import { benchMapping } from './mapping.ts'
import { benchMappingRooms } from './mapping-rooms.ts'
import { benchMappingScale } from './mapping-scale.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchNoPrice } from './no-price.ts'
import { benchPull } from './pull.ts'
import { benchRelay } from './relay.ts'
import { benchRetention } from './retention.ts'
import { benchScale } from './scale.ts'
import { benchSearch } from './search.ts'
import { isTiny } from './size.ts'
import { benchStreams } from './streams.ts'
import { benchSupplierDown } from './supplier-down.ts'

const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
/** What follows `against` or `against-booking` is no bench, but a tree. */
const otherTree = words[0]?.startsWith('against') ? words.splice(1, 1)[0] : undefined

const BENCHES: Readonly<Record<string, (progress: (line: string) => void) => Promise<readonly object[]>>> = {
  against: (progress) => benchAgainst(otherTree ?? process.cwd(), progress),
  'against-booking': (progress) => benchAgainstBooking(otherTree ?? process.cwd(), progress),
  booking: benchBooking,
  claim: benchClaim,
  console: benchConsole,
  cost: benchCost,
  export: benchExport,
  facade: benchFacade,
  fanout: benchFanout,
  'graphql-engine': benchGraphqlEngine,
  lists: benchLists,
  mapping: benchMapping,
  'mapping-rooms': benchMappingRooms,
  'mapping-scale': benchMappingScale,
  'no-price': benchNoPrice,
  neighbours: benchNeighbours,
  pull: benchPull,
  relay: benchRelay,
  retention: benchRetention,
  scale: benchScale,
  search: benchSearch,
  streams: benchStreams,
  'supplier-down': benchSupplierDown,
}

/** An hour long, of another tree, or a part of another bench: only when it is named, or tiny. */
const NAMED_ONLY: ReadonlySet<string> = new Set([
  'against',
  'against-booking',
  'mapping-rooms',
  'mapping-scale',
  'retention',
  'scale',
  'supplier-down',
])

/** What `scale` runs, and prints the rows of: not once more when every bench is run tiny. */
const WITHIN_SCALE: ReadonlySet<string> = new Set(['claim', 'lists', 'no-price'])

/** Which benches run when none is named. */
function isUsual(name: string): boolean {
  return isTiny ? !WITHIN_SCALE.has(name) : !NAMED_ONLY.has(name)
}

if (args[0] === 'make-catalogue') {
  const hotels = Number(args[1])
  if (!Number.isSafeInteger(hotels) || hotels < 1) {
    console.error('usage: npm run bench -- make-catalogue HOTELS [FILE]')
    process.exit(1)
  }
  const path = args[2] ?? `.data/catalogue-${hotels}.ndjson`
  await makeCatalogue(hotels, path, (line) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${line}`))
  console.log(path)
  process.exit(0)
}
const asJson = args.includes('--json')
const unknown = words.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(1)
}

function tell(line: string): void {
  if (!asJson && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
}

const failed: string[] = []

/** What a bench measured; null where it failed, which is told again at the end: the others are run all the same. */
async function rowsOf(name: string): Promise<readonly object[] | null> {
  try {
    const rows = (await BENCHES[name]?.((line) => tell(`${name}: ${line}`))) ?? []
    if (rows.length === 0) throw new Error('measured nothing')
    return rows
  } catch (error) {
    failed.push(`${name}: ${String(error)}`)
    console.error(name, error)
    return null
  }
}

const wanted = words.length > 0 ? words : Object.keys(BENCHES).filter(isUsual)
const results: Record<string, readonly object[]> = {}
for (const name of wanted) {
  const since = performance.now()
  const rows = await rowsOf(name)
  if (rows === null) continue
  results[name] = rows
  tell('')
  if (!asJson) {
    console.log(`${name}, ${Math.round((performance.now() - since) / 1000)} s in all`)
    console.table(rows)
  }
}
if (asJson) console.log(JSON.stringify(results, null, 2))
for (const line of failed) console.error(`FAILED ${line}`)
process.exit(failed.length > 0 ? 1 : 0)
