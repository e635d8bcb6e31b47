import type { RootDatabase } from '../store/database.ts'
import { createSandboxRecordStore } from '../store/sandbox-records.ts'

/** The record in which other processes (workers, the admin command) find the sandbox suppliers that were started last. */
const ANNOUNCED = 'sandbox-suppliers'

/** Records where the sandbox suppliers are, by code. */
export function announceSuppliers(database: RootDatabase, baseUrls: Readonly<Record<string, string>>): Promise<void> {
  return createSandboxRecordStore(database, ANNOUNCED).put(ANNOUNCED, ANNOUNCED, baseUrls)
}

/** The URL of the sandbox supplier that was started last; null when none was ever started. */
export async function announcedSandboxUrl(database: RootDatabase, supplierCode: string): Promise<string | null> {
  const urls = await createSandboxRecordStore(database, ANNOUNCED).get(ANNOUNCED, ANNOUNCED)
  // The record was written by the function above.
  return (urls as Record<string, string> | null)?.[supplierCode] ?? null
}

/** The record in which sandbox suppliers find the gateway that receives their notifications. */
const NOTIFIED = 'supplier-notifications'

/** Records the gateway's URL: the gateway that was started last receives the notifications of its sandbox suppliers. */
export function announceGateway(database: RootDatabase, url: string): Promise<void> {
  return createSandboxRecordStore(database, ANNOUNCED).put(NOTIFIED, NOTIFIED, { url })
}

/** The URL of the gateway that was started last; null when none was ever started. */
export async function announcedGatewayUrl(database: RootDatabase): Promise<string | null> {
  const announced = await createSandboxRecordStore(database, ANNOUNCED).get(NOTIFIED, NOTIFIED)
  // The record was written by the function above.
  return (announced as { url: string } | null)?.url ?? null
}

/** How long a sandbox supplier may take to take a lever's request. */
const LEVER_TIMEOUT_MS = 5_000

type Message = {
  readonly supplierCode: string
  readonly supplierReference: string
  readonly kind: string
  readonly text?: string | undefined
  readonly undeliverable?: boolean | undefined
}

/** Has the sandbox supplier that was started last send a message; false when it sends none, or has no such booking. */
export async function sendSandboxMessage(
  database: RootDatabase,
  { supplierCode, supplierReference: reference, ...message }: Message,
): Promise<boolean> {
  const baseUrl = await announcedSandboxUrl(database, supplierCode)
  if (baseUrl === null) return false
  const answer = await fetch(`${baseUrl}/messages`, {
    method: 'POST',
    body: JSON.stringify({ reference, ...message }),
    signal: AbortSignal.timeout(LEVER_TIMEOUT_MS),
  })
  await answer.arrayBuffer()
  return answer.ok
}
