import { z } from 'zod'
import type { ListedHotel } from '../../domain/mapping.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { malformed } from '../outcomes.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { profileOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { send } from './send.ts'

const coordinates = z.object({ latitude: z.number(), longitude: z.number() })
/** Not told, or told unreadably, counts as not required: the place itself says nothing about that. */
const isRequired = z.boolean().optional().catch(undefined)

/** The part of a property's content that identifies the hotel. Rapid gives only approximate coordinates for some. */
const contentSchema = z.record(
  z.string(),
  z.object({
    name: z.string().min(1),
    address: z.object({ country_code: z.string().optional(), obfuscation_required: isRequired }).optional(),
    location: z
      .object({
        coordinates: coordinates.optional(),
        obfuscated_coordinates: coordinates.optional(),
        obfuscation_required: isRequired,
      })
      .optional(),
  }),
)

/** Calls `GET /v3/properties/content` for one property; an unknown property is missing from the answer. */
export async function describeHotel(
  call: SupplierCall,
  supplierHotelId: string,
): Promise<Result<ListedHotel | null, SupplierFailure>> {
  const query = new URLSearchParams({
    language: 'en-US',
    supply_source: 'expedia',
    property_id: supplierHotelId,
  })
  for (const part of ['name', 'address', 'location']) query.append('include', part)
  for (const [name, value] of profileOf(call)) query.append(name, value)
  const answer = await send(call, {
    operation: 'describe_hotel',
    method: 'GET',
    path: `/v3/properties/content?${query}`,
  })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = contentSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('content has an unknown shape'))
  const property = parsed.data[supplierHotelId]
  if (!property) return ok(null)
  return ok(toListed(property))
}

function toListed({ name, address, location }: z.output<typeof contentSchema>[string]): ListedHotel {
  return {
    name,
    countryCode: address?.country_code ?? null,
    // Only compared with the catalogue's own; what partners see of a hidden place is the catalogue's.
    point: location?.coordinates ?? location?.obfuscated_coordinates ?? null,
    ...(address?.obfuscation_required || location?.obfuscation_required ? { placeHidden: true } : {}),
  }
}
