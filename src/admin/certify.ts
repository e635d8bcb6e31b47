import { join } from 'node:path'
import { type Certification, certify } from '../certification/certify.ts'
import type { CertifiedHost } from '../certification/evidence.ts'
import { openFolder } from '../certification/folder.ts'
import { TRAVELLER_ADDRESS } from '../certification/party.ts'
import type { Tampering } from '../certification/recorder.ts'
import { requirementsOf } from '../certification/requirements/all.ts'
import { type Hotels, leversOf } from '../certification/step.ts'
import type { Core } from '../core.ts'
import { MINUTE_MS, SECOND_MS } from '../domain/time.ts'
import { createSandboxControls } from '../operations/operator/sandbox-controls.ts'
import { announcedSandboxUrl, sendSandboxMessage } from '../sandbox/announced.ts'
import { sandboxCatalogue } from '../sandbox/catalogue/catalogue.ts'
import { CITIES } from '../sandbox/catalogue/cities.ts'
import { SCENARIOS } from '../sandbox/scenarios.ts'
import { startStoredSandboxSuppliers } from '../sandbox/start-suppliers.ts'
import { SANDBOX_CREDENTIALS } from '../sandbox/suppliers/credentials.ts'
import { PROFILE_ACCOUNT } from '../sandbox/suppliers/expedia-rapid/accounts.ts'
import { createSandboxClockStore } from '../store/sandbox-clock.ts'
import { createSandboxFaultStore } from '../store/sandbox-faults.ts'
import type { StoredConnection } from '../store/supplier-connections.ts'
import { connectionFaults } from '../suppliers/connection-check.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'
import type { Supplier } from '../suppliers/supplier.ts'
import { optionalText, text, UsageError, type Values, type WorkCommand } from './command.ts'
import { io, note } from './io.ts'
import { createProgress } from './progress.ts'

const LIMIT_MS = { SANDBOX: 5 * MINUTE_MS, TEST: 30 * MINUTE_MS } as const
const SETTLE_MS = { SANDBOX: 10 * SECOND_MS, TEST: 90 * SECOND_MS } as const

/** The countries whose hotels have charges and sellers of their own kind. */
const SANDBOX_COUNTRIES = ['FR', 'US', 'JP']
/** RateHawk's certification books this hotel, by its documentation. */
const TEST_HOTELS: Readonly<Record<string, string>> = { ratehawk: '8473727' }
const FREE_TO_CANCEL = ['cancel-free', 'confirm', 'async', 'refundable-late-liteapi']

export type CertifyOptions = {
  readonly connectionId: string
  readonly host: CertifiedHost
  readonly out: string
  readonly resume: boolean
  readonly only: readonly string[]
  readonly address: string
  /** By the supplier's id; null: as the catalogue has it. */
  readonly supplierHotelId: string | null
  readonly isStopped?: () => boolean
  readonly tampering?: Tampering
}

/** Certifies a connection: what the command does, for tests too. */
export async function certifyConnection(core: Core, options: CertifyOptions): Promise<Certification> {
  const { connectionId, host, only } = options
  if (core.config.environment !== 'sandbox')
    throw new UsageError('supplier certify runs in the sandbox environment only: production bookings cost money')
  const stored = await core.store.connections.find(connectionId)
  const supplier = SUPPLIERS.find(({ code }) => code === stored?.supplierCode)
  if (!stored || !supplier) throw new UsageError(`there is no connection ${connectionId}`)
  refuseUnknown(only, supplier)
  const folder = openFolder(options.out)
  await refuseForeignFolder(options, await folder.state())
  await folder.create().catch((error: unknown) => {
    throw new UsageError(`--out: nothing can be written there: ${error instanceof Error ? error.message : 'unknown'}`)
  })
  const sandbox = host === 'SANDBOX' ? await sandboxSupplier(core, supplier) : null
  const organizationId = `org_certify_${connectionId}`
  try {
    return await certify({
      deps: core.deps,
      supplier,
      connection: { connectionId, settings: stored.settings, credentials: openCredentials(core, stored) },
      host,
      place: placeOf(core, { stored, supplier, sandboxUrl: sandbox?.url ?? null }),
      organizationId,
      hotels: await hotelsOf(core, supplier, options),
      levers:
        sandbox &&
        leversOf(controlsOf(core), {
          organizationId,
          supplierCode: supplier.code,
          profileAccount: supplier.code === 'expedia_rapid' ? PROFILE_ACCOUNT : null,
        }),
      folder,
      address: options.address,
      only,
      settleMs: SETTLE_MS[host],
      limitMs: LIMIT_MS[host],
      progress: createProgress(),
      ...(options.isStopped ? { isStopped: options.isStopped } : {}),
      ...(options.tampering ? { tampering: options.tampering } : {}),
    })
  } finally {
    await sandbox?.close()
  }
}

function refuseUnknown(only: readonly string[], supplier: Supplier): void {
  const known = requirementsOf(supplier.code).map(({ id }) => id)
  const unknown = only.filter((id) => !known.includes(id))
  if (unknown.length > 0)
    throw new UsageError(`${unknown.join(', ')}: ${supplier.name} has no such requirement; it has ${known.join(', ')}`)
}

/** A bundle is one run of one connection on one host: nothing is written over another. */
async function refuseForeignFolder(
  { connectionId, host, out, resume }: CertifyOptions,
  state: { readonly connectionId: string; readonly host: CertifiedHost } | null,
): Promise<void> {
  if (!state && resume) throw new UsageError(`there is no run in ${out} that could be resumed`)
  if (state && !resume) throw new UsageError(`${out} has a run already: say --resume, or another --out`)
  if (state && (state.connectionId !== connectionId || state.host !== host))
    throw new UsageError(`the run in ${out} is of ${state.connectionId} on ${state.host.toLowerCase()}`)
}

function openCredentials({ seals }: Core, { connectionId, credentials }: StoredConnection): Record<string, string> {
  // The seed or the admin command sealed it, as JSON of strings.
  return JSON.parse(seals.credentials.open(credentials, connectionId)) as Record<string, string>
}

type Placed = { readonly stored: StoredConnection; readonly supplier: Supplier; readonly sandboxUrl: string | null }

/**
 * Where calls go, and with which credentials. A contract whose connection leads to its supplier is certified in the sandbox with the
 * sandbox's credentials: its own are not for it.
 */
function placeOf(core: Core, { stored, supplier, sandboxUrl }: Placed) {
  const own = openCredentials(core, stored)
  if (sandboxUrl === null) return { baseUrl: testHostOf(stored, supplier, own), credentials: own }
  const sandbox: Readonly<Record<string, Readonly<Record<string, string>>>> = SANDBOX_CREDENTIALS
  return { baseUrl: sandboxUrl, credentials: stored.baseUrl === null ? own : (sandbox[supplier.code] ?? own) }
}

/** The supplier's test host: what `supplier connect` would refuse here leads to rooms that are paid for. */
function testHostOf(stored: StoredConnection, supplier: Supplier, credentials: Readonly<Record<string, string>>) {
  const baseUrl = stored.baseUrl ?? supplier.baseUrls.sandbox
  const { settings } = stored
  const faults = connectionFaults(SUPPLIERS, supplier, { credentials, settings, baseUrl, environment: 'sandbox' })
  if (faults.length > 0)
    throw new UsageError(`bookings over ${stored.connectionId} may cost money. ${faults.join('; ')}`)
  return baseUrl
}

/** The sandbox supplier of a running gateway, or one of this process where none runs. */
async function sandboxSupplier(
  core: Core,
  { code }: Supplier,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const announced = await announcedSandboxUrl(core.database, code)
  if (announced !== null && (await answers(announced))) return { url: announced, close: async () => undefined }
  const { database, clock, log, config } = core
  const server = await startStoredSandboxSuppliers({
    database,
    clock,
    log,
    catalogue: () => sandboxCatalogue(),
    stock: config.sandboxStock,
    port: 0,
  })
  return { url: server.baseUrls[code] ?? '', close: server.close }
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(SECOND_MS) }).then(
    () => true,
    () => false,
  )
}

function controlsOf({ clock, database, suppliers, store }: Core) {
  return createSandboxControls({
    clock,
    clocks: createSandboxClockStore(database),
    faults: createSandboxFaultStore(database),
    bookings: store.bookings,
    notify: (notice) => sendSandboxMessage(database, notice),
    hasSupplier: (code) => suppliers.find(code) !== null,
  })
}

async function hotelsOf(
  { store }: Core,
  { code }: Supplier,
  { host, supplierHotelId }: CertifyOptions,
): Promise<Hotels> {
  const testHotel = TEST_HOTELS[code]
  const wanted = supplierHotelId ?? testHotel ?? null
  const listing = wanted === null ? null : await store.hotels.listing({ supplierCode: code, supplierHotelId: wanted })
  if (supplierHotelId !== null && !listing)
    throw new UsageError(`no hotel of the catalogue is mapped to ${supplierHotelId} of ${code}`)
  if (host === 'SANDBOX') return sandboxHotels(code, listing?.hotelId ?? null)
  const any = listing ?? (await anyListing(store, code))
  const hotel = any && (await store.hotels.find(any.hotelId))
  if (!hotel) throw new UsageError(`no hotel of ${code} is mapped: import some, or name one with --hotel`)
  return { placeIds: [hotel.placeId], booked: hotel.hotelId, held: hotel.hotelId, lookedInCity: 3 }
}

async function anyListing({ hotels }: Core['store'], supplierCode: string) {
  const any = await hotels.anyListing(supplierCode)
  return any && hotels.listing({ supplierCode, supplierHotelId: any.supplierHotelId })
}

function sandboxHotels(code: string, listed: number | null): Hotels {
  function scenario(slugs: readonly string[]): number {
    return SCENARIOS.find(({ slug, supplierCode }) => supplierCode === code && slugs.includes(slug))?.hotelId ?? 0
  }
  const booked = listed ?? scenario(FREE_TO_CANCEL)
  const placeIds = SANDBOX_COUNTRIES.flatMap(
    (country) => CITIES.find(({ countryCode }) => countryCode === country)?.placeId ?? [],
  )
  return { placeIds, booked, held: scenario(['hold']), lookedInCity: 8 }
}

const COSTS =
  'certify on the supplier’s own test host books some rooms there and cancels each of them. Test bookings cost nothing on a test account; on any other they cost what the hotels charge. It makes a few hundred calls, within half an hour. Say --host test --yes to begin.'

function readHost(values: Values): CertifiedHost {
  const given = optionalText(values, 'host') ?? 'sandbox'
  if (given !== 'sandbox' && given !== 'test') throw new UsageError('--host is sandbox or test')
  if (given === 'test' && values['yes'] !== true) throw new UsageError(COSTS)
  if (given === 'test' && optionalText(values, 'traveller-ip') === null)
    throw new UsageError('--traveller-ip is needed on a test host: an address as guests of yours have one')
  return given === 'test' ? 'TEST' : 'SANDBOX'
}

export const certifyCommand: WorkCommand = {
  noun: 'supplier',
  verb: 'certify',
  summary:
    'runs the supplier’s certification scenarios over a connection, checks each requirement, and writes the bundle to hand in (docs/certification.md)',
  usage:
    'conn_acme [--host sandbox|test --yes] [--out DIR] [--resume] [--only R-04,X-01] [--hotel 12345] [--traveller-ip 81.2.69.142]',
  options: {
    connection: { type: 'string' },
    host: { type: 'string' },
    yes: { type: 'boolean' },
    out: { type: 'string' },
    resume: { type: 'boolean' },
    only: { type: 'string' },
    hotel: { type: 'string' },
    'traveller-ip': { type: 'string' },
  },
  positional: 'connection',
  required: ['connection'],
  subjectOf: (values) => text(values, 'connection'),
  work: async (core, values) => {
    const connectionId = text(values, 'connection')
    const host = readHost(values)
    const out = optionalText(values, 'out') ?? join(core.config.dataDir, 'certification', connectionId)
    const stopping = stopAtSignal()
    const certified = await certifyConnection(core, {
      connectionId,
      host,
      out,
      resume: values['resume'] === true,
      only: (optionalText(values, 'only') ?? '').split(',').flatMap((id) => id.trim() || []),
      address: optionalText(values, 'traveller-ip') ?? TRAVELLER_ADDRESS,
      supplierHotelId: optionalText(values, 'hotel'),
      isStopped: stopping.isStopped,
    }).finally(stopping.end)
    for (const line of certified.faults) note(line)
    note(`the bundle is in ${out}`)
    if (certified.faults.length > 0) io().fail()
    return certified.rows
  },
}

/** Ctrl-C ends the run after the step under way, so that what was booked is cancelled; it can be resumed. */
function stopAtSignal() {
  let stopped = false
  function stop(): void {
    stopped = true
    note('stopping after this step; --resume goes on')
  }
  return { isStopped: () => stopped, end: io().onInterrupt(stop) }
}
