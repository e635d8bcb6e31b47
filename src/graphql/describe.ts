import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { type Meaning, type Spelling, spelled } from '../domain/meanings/meaning.ts'

type Meanings = Readonly<Record<string, Meaning>>

/** The operations whose root field has another name. */
const ROOT_FIELDS: Readonly<Record<string, string>> = {
  searchHotels: 'search',
  pollPrices: 'searchPrices',
  findDestinations: 'destinations',
  listHotelFilters: 'hotelFilters',
  listNationalities: 'nationalities',
  openRoomStream: 'roomOptions',
  getHotel: 'hotel',
  getOffer: 'offer',
  getBooking: 'booking',
  getBookingDetails: 'booking',
  findBookingByIdempotencyKey: 'booking',
  getPenalties: 'penalties',
  listBookings: 'bookings',
  listEvents: 'events',
  watchBooking: 'bookingUpdated',
  listWebhookEndpoints: 'webhookEndpoints',
  getWebhookEndpoint: 'webhookEndpoint',
  listWebhookDeliveries: 'webhookDeliveries',
  getWebhookDelivery: 'webhookDelivery',
  listApiKeys: 'apiKeys',
  getMe: 'me',
  listSupplierTerms: 'supplierTerms',
}

function spellingOf(schema: GraphQLSchema): Spelling {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const known = new Set(roots.flatMap((type) => Object.keys(type?.getFields() ?? {})))
  return {
    field: (name) => name,
    value: (value) => value.toUpperCase(),
    operation: (name) => {
      const field = ROOT_FIELDS[name] ?? name
      if (!known.has(field)) throw new Error(`a description names ${name}, which is no root field`)
      return field
    },
  }
}

function meaningsOf({ extensions }: { readonly extensions: object }): Meanings {
  return 'meanings' in extensions ? (extensions.meanings as Meanings) : {} // `meant` put them there
}

/** Arguments that are the same on every field. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  input: 'Everything that the operation takes. What is wrong with it is told all at once, each fault with its path.',
  by: 'Which booking: exactly one of the fields.',
  first: 'How many items the page has at the most, 1 to 100.',
  after:
    'Where the page begins: the {endCursor} of the page before, or the cursor of an item. Absent or null: at the beginning.',
}

type Described = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument

/** An example as GraphQL carries it: the values of closed lists are names. */
function exampleOf({ type }: Described, example: unknown): string {
  const isName = isEnumType(getNamedType(type))
  if (isName && Array.isArray(example)) return `[${example.map((one) => String(one).toUpperCase()).join(', ')}]`
  return isName ? String(example).toUpperCase() : JSON.stringify(example)
}

function describe(described: Described, meaning: Meaning | undefined, spelling: Spelling): void {
  const text = described.description ?? meaning?.says
  if (text == null) return
  const example = meaning?.example
  const shown =
    example === undefined || (typeof example === 'object' && !Array.isArray(example))
      ? ''
      : ` Example: \`${exampleOf(described, example)}\`.`
  described.description = spelled(text, spelling) + shown
}

/** Prints the meanings into the schema's descriptions, in GraphQL's spelling. What was described at the field itself comes first. */
export function describeAll(schema: GraphQLSchema): GraphQLSchema {
  const spelling = spellingOf(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (type.description) type.description = spelled(type.description, spelling)
    if (isEnumType(type))
      for (const value of type.getValues())
        if (value.description) value.description = spelled(value.description, spelling)
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) describeFields(type, spelling)
  }
  return schema
}

function describeFields(
  type: GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType,
  spelling: Spelling,
): void {
  const interfaces = isInputObjectType(type) ? [] : type.getInterfaces()
  const meanings = Object.assign({}, ...interfaces.map(meaningsOf), meaningsOf(type)) as Meanings
  for (const field of Object.values(type.getFields())) {
    describe(field, meanings[field.name], spelling)
    if (!('args' in field)) continue
    for (const argument of field.args) {
      const common = ARGUMENTS[argument.name]
      describe(argument, meaningsOf(field)[argument.name] ?? (common ? { says: common } : undefined), spelling)
    }
  }
}
