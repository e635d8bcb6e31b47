import { type Caller, SCOPES } from '../operations/caller.ts'
import { createGateway } from '../operations/create-gateway.ts'
import { type Deps, makeId } from '../operations/deps.ts'
import type { Supplier } from '../suppliers/supplier.ts'
import type { SupplierConnection } from '../suppliers/supplier-call.ts'
import type { CertifiedHost } from './evidence.ts'
import type { BundleFolder, MadeBooking } from './folder.ts'
import { createJourney } from './journey.ts'
import { createMasks } from './masks.ts'
import { CERTIFIER, masksOf, nationalityOf } from './party.ts'
import { type Overlay, recordingSuppliers, type Tampering } from './recorder.ts'
import type { Hotels, Levers } from './step.ts'

/** What a run is over, and where. */
export type StageOptions = {
  readonly deps: Deps
  readonly supplier: Supplier
  readonly connection: Pick<SupplierConnection, 'connectionId' | 'credentials' | 'settings'>
  readonly host: CertifiedHost
  /** Where calls go, whatever the stored connection says, and with which credentials. */
  readonly place: Omit<Overlay, 'settings'>
  /** The organization of the run, which has this connection and no other. */
  readonly organizationId: string
  readonly hotels: Hotels
  readonly levers: Levers | null
  readonly folder: BundleFolder
  /** The traveller's address. */
  readonly address: string
  readonly settleMs: number
  readonly tampering?: Tampering
}

/** The first day of the stays: far enough ahead that cancelling is free. */
const FIRST_DAY = 60
const DAYS = 240

/** The name under which is recorded what the adapter says to its settings. */
const SETTINGS = 'settings'

/** The settings with a name that does not exist, at the top and within each of them. */
function misspelt(settings: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const nested = Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [{ ...settings, [name]: { ...value, misspelt: true } }]
      : [],
  )
  return [{ ...settings, misspelt: true }, ...nested]
}

type Bookings = {
  readonly bookings: () => readonly MadeBooking[]
  readonly put: (booking: MadeBooking) => Promise<void>
}

/** The gateway as the run sees it, with everything recorded under the scene that is being played. */
export function createStage(options: StageOptions, firstFree: number, { bookings, put }: Bookings) {
  const { deps, connection, folder, host, place, organizationId, address, hotels, levers } = options
  const masked = createMasks(masksOf({ ...connection, credentials: place.credentials }, address))
  let scene = 'start'
  let session = makeId(deps, 'request')
  let overlay: Partial<Overlay> = {}
  let number = firstFree
  let day = FIRST_DAY
  function begin(name: string): void {
    scene = name
    session = makeId(deps, 'request')
  }
  function settingsNow(): Readonly<Record<string, unknown>> {
    return { ...connection.settings, ...overlay.settings }
  }
  const recorded: Deps = {
    ...deps,
    suppliers: recordingSuppliers({
      suppliers: deps.suppliers,
      connectionId: connection.connectionId,
      world: host === 'SANDBOX' ? organizationId : null,
      now: deps.clock.real,
      worldNow: () => deps.clock.of(organizationId).now(),
      overlay: () => ({ ...place, ...overlay, settings: settingsNow() }),
      step: () => scene,
      nextNumber: () => number++,
      masked: () => masked,
      write: folder.writeExchange,
      ...(options.tampering ? { tampering: options.tampering } : {}),
    }),
  }
  const caller: Caller = {
    organizationId,
    keyId: null,
    actor: CERTIFIER,
    environment: 'sandbox',
    scopes: SCOPES,
    requestId: makeId(deps, 'request'),
    language: 'en',
    ip: address,
    signal: null,
  }
  const journey = createJourney({
    deps: recorded,
    gateway: createGateway(recorded),
    caller,
    address,
    nationality: nationalityOf(connection.settings),
    step: () => scene,
    session: () => session,
    write: (told) => folder.writeTold(masked({ ...told, number: number++, step: scene, settings: settingsNow() })),
    bookings: { made: bookings, put },
    settleMs: options.settleMs,
  })
  async function under<T>(changes: Partial<Overlay>, work: () => Promise<T>): Promise<T> {
    overlay = changes
    try {
      return await work()
    } finally {
      overlay = {}
    }
  }
  /** What the adapter says to settings of which one is misspelt; nothing else of them is told. */
  async function tellMisspelt(supplier: Supplier): Promise<void> {
    const known = supplier.checkConnection({ ...connection, baseUrl: place.baseUrl })
    for (const settings of misspelt(connection.settings)) {
      const faults = supplier.checkConnection({ ...connection, settings, baseUrl: place.baseUrl })
      const value = faults.filter((fault) => !known.includes(fault))
      const told = { operation: 'checkConnection', input: { settings }, ok: true, value }
      await folder.writeTold(masked({ ...told, number: number++, step: SETTINGS, settings: connection.settings }))
    }
  }
  const context = { journey, hotels, levers, days: () => FIRST_DAY + (day++ % DAYS), under, scene: begin }
  return { begin, journey, context, masked, tellMisspelt }
}
