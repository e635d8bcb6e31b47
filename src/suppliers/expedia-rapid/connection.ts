import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, SECOND_MS } from '../../domain/time.ts'
import type { SupplierCall, SupplierConnection } from '../supplier.ts'

const credentials = z.object({ apiKey: z.string().min(1), sharedSecret: z.string().min(1) })

/** Rapid publishes no length of its hold window, so it is agreed for each contract; a day is what a careful partner assumes. */
const settings = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  holdWindowMs: z.int().positive().default(DAY_MS),
  salesChannel: z.enum(['website', 'agent_tool', 'mobile_app', 'mobile_web', 'meta', 'cache']).default('website'),
  salesEnvironment: z.enum(['hotel_package', 'hotel_only', 'loyalty']).default('hotel_only'),
  /** Whose card or account pays Rapid; the guest's holder where it is not set. */
  billingAddress: z
    .object({ line_1: z.string(), city: z.string(), country_code: z.string().regex(/^[A-Z]{2}$/) })
    .default({ line_1: '1 Main Street', city: 'Seattle', country_code: 'US' }),
})

export type RapidSettings = z.output<typeof settings>

/** Every fault of a connection before it is stored. */
export const checkConnection = (connection: Pick<SupplierConnection, 'credentials' | 'settings'>): string[] =>
  [credentials.safeParse(connection.credentials), settings.safeParse(connection.settings)].flatMap((parsed) =>
    parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  )

/** Throws for a connection that `checkConnection` would have refused. */
export const settingsOf = ({ connection }: SupplierCall): RapidSettings => settings.parse(connection.settings)

/** `EAN` and the hex SHA-512 of key, secret and unix seconds; Rapid allows a clock difference of 5 minutes. */
export const authorization = ({ connection, nowAt }: SupplierCall): string => {
  const { apiKey, sharedSecret } = credentials.parse(connection.credentials)
  const timestamp = Math.floor(nowAt / SECOND_MS)
  const signature = createHash('sha512').update(`${apiKey}${sharedSecret}${timestamp}`).digest('hex')
  return `EAN apikey=${apiKey},signature=${signature},timestamp=${timestamp}`
}
