import { z } from 'zod'

const SHOP = z.enum(['standard', 'service_unavailable', 'unknown_internal_error']).optional()
const READ = z.enum(['standard', 'service_unavailable', 'internal_server_error']).optional()

/**
 * The outcome that Rapid's test host plays for each operation, by the header `Test`: the reviews before production ask for each
 * of them. Source: the header's description at each operation of the specification.
 */
export const testHeader = z.strictObject({
  search: SHOP,
  rooms: SHOP,
  price_check: z
    .enum(['available', 'price_changed', 'sold_out', 'service_unavailable', 'unknown_internal_error'])
    .optional(),
  book: z
    .enum([
      'standard',
      'complete_payment_session',
      'service_unavailable',
      'internal_server_error',
      'price_mismatch',
      'cc_declined',
      'rooms_unavailable',
    ])
    .optional(),
  find: READ,
  retrieve: READ,
  confirm_hold: READ,
  cancel: z
    .enum([
      'standard',
      'service_unavailable',
      /** Of a hold that is released. */
      'internal_server_error',
      /** Of a room that is cancelled. */
      'unknown_internal_error',
      'post_stay_cancel',
    ])
    .optional(),
})
export type TestHeader = z.output<typeof testHeader>
