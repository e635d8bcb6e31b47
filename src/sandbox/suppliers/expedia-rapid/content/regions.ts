import type { ContentFault } from '../../../../domain/sandbox-faults.ts'
import { AIRPORTS } from '../../../catalogue/airports.ts'
import type { SandboxPlace } from '../../../catalogue/catalogue.ts'
import { cityPlaces } from '../../../catalogue/cities.ts'
import { countryPlaces } from '../../../catalogue/countries.ts'
import { languageOf } from '../../../content/distort/name.ts'
import { dayOf } from '../../../content/life.ts'
import { rowId, supplySourceOf } from '../../content/supply.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { type InputFault, invalidInput, linkExpired } from '../reply.ts'
import { isReply, pageOfToken, pageReply } from './pages.ts'
import { languageFaults } from './query.ts'

const PATH = '/v3/regions'
const PAGE_SIZE = 20

/** `GET /v3/regions`: countries, cities and airports, with what they contain. */
export function regions(
  deps: SandboxDeps,
  request: Pick<SandboxRequest, 'query' | 'headers'>,
  fault?: ContentFault,
): SandboxReply {
  const token = request.query.get('token')
  if (fault === 'page_token_gone') return linkExpired(deps)
  if (token === null) {
    const faults = [...languageFaults(request.query), ...includeFaults(request.query)]
    return faults.length > 0
      ? invalidInput(deps, faults)
      : page(deps, { request, from: 0, question: request.query.toString() })
  }
  const known = pageOfToken(deps, 'regions_page', token)
  return isReply(known) ? known : page(deps, { request, from: known.from, question: String(known.facts[0]) })
}

const INCLUDES: readonly string[] = ['standard', 'details', 'property_ids', 'property_ids_expanded']

function includeFaults(query: URLSearchParams): readonly InputFault[] {
  const include = query.getAll('include')
  const isBoth = include.includes('standard') && include.includes('details')
  if (include.length > 0 && !isBoth && include.every((one) => INCLUDES.includes(one))) return []
  return [
    {
      type: include.length === 0 ? 'include.required' : 'include.invalid',
      message: 'include must be standard or details, property_ids or property_ids_expanded.',
      fields: [{ name: 'include', type: 'querystring', value: include.join(',') }],
    },
  ]
}

type Asked = { readonly request: Pick<SandboxRequest, 'headers'>; readonly from: number; readonly question: string }

function page(deps: SandboxDeps, { request, from, question }: Asked): SandboxReply {
  const query = new URLSearchParams(question)
  const all = regionRows().filter((region) => isWanted(region, query))
  const count = Math.min(PAGE_SIZE, Number(query.get('limit') ?? PAGE_SIZE) || PAGE_SIZE)
  const body = all.slice(from, from + count).map((region) => regionView(deps, region, query))
  const next = from + count < all.length ? from + count : null
  return pageReply(deps, body, {
    kind: 'regions_page',
    path: PATH,
    request,
    total: all.length,
    next,
    facts: [question],
  })
}

type Region = {
  readonly id: string
  readonly type: 'country' | 'city' | 'airport'
  readonly place: SandboxPlace
}

/** Regions have numbers of their own, which say nothing about the catalogue's. */
function regionId(placeId: number, type: Region['type']): string {
  return String(type === 'airport' ? 4_600_000 + placeId * 7 : 170_000 + placeId * 13)
}

function regionRows(): readonly Region[] {
  const places = [...countryPlaces(), ...cityPlaces()]
  return [
    ...places.map((place): Region => ({ id: regionId(place.placeId, place.type), type: place.type, place })),
    ...places.flatMap((place): readonly Region[] =>
      AIRPORTS[place.placeId] === undefined ? [] : [{ id: regionId(place.placeId, 'airport'), type: 'airport', place }],
    ),
  ]
}

function isWanted(region: Region, query: URLSearchParams): boolean {
  const { place, type } = region
  const ancestor = query.get('ancestor_id')
  return (
    isAmong(query.getAll('country_code'), place.countryCode) &&
    isAmong(query.getAll('type'), type) &&
    isAmong(query.getAll('iata_location_code'), type === 'airport' ? (AIRPORTS[place.placeId] ?? '') : '') &&
    (ancestor === null || ancestorsOf(region).some(({ id }) => id === ancestor))
  )
}

function isAmong(wanted: readonly string[], value: string): boolean {
  return wanted.length === 0 || wanted.includes(value)
}

function ancestorsOf({ place, type }: Region): readonly { readonly id: string; readonly type: string }[] {
  return [
    ...(type === 'airport' ? [{ id: regionId(place.placeId, 'city'), type: 'city' }] : []),
    ...(place.parentId === null ? [] : [{ id: regionId(place.parentId, 'country'), type: 'country' }]),
  ]
}

function regionView(deps: SandboxDeps, region: Region, query: URLSearchParams): object {
  const { id, type, place } = region
  const name = place.names[languageOf((query.get('language') ?? 'en').slice(0, 2))]
  const include = query.getAll('include')
  const basics = {
    id,
    type,
    name: type === 'airport' ? `${name} (${AIRPORTS[place.placeId]})` : name,
    name_full: name,
    ...(type === 'airport' ? { iata_airport_code: AIRPORTS[place.placeId] } : {}),
    country_code: place.countryCode,
    ancestors: ancestorsOf(region),
  }
  return {
    ...basics,
    ...(include.includes('details') ? { coordinates: coordinatesOf(place), descendants: descendantsOf(region) } : {}),
    ...(include.some((one) => one.startsWith('property_ids')) && type !== 'airport'
      ? { property_ids: propertyIdsOf(deps, region) }
      : {}),
  }
}

function descendantsOf({ place, type }: Region): object {
  if (type === 'airport') return {}
  if (type === 'city') return { airport: [regionId(place.placeId, 'airport')] }
  const cities = cityPlaces().filter(({ parentId }) => parentId === place.placeId)
  return { city: cities.map(({ placeId }) => regionId(placeId, 'city')) }
}

const HALF_BOX = 0.15

/** The polygon is closed, and longitude comes first, as GeoJSON has it. */
function coordinatesOf({ latitude, longitude, type }: SandboxPlace): object {
  const half = type === 'country' ? 4 : HALF_BOX
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) => [longitude + x * half, latitude + y * half])
  return {
    center_longitude: longitude,
    center_latitude: latitude,
    bounding_polygon: { type: 'Polygon', coordinates: [corners] },
  }
}

function propertyIdsOf(deps: SandboxDeps, { place, type }: Region): readonly string[] {
  const supply = deps.supply()
  return supply
    .listed('expedia_rapid', dayOf(deps.clock.now()))
    .filter(({ listed }) => {
      const hotel = deps.catalogue.findHotel(listed.hotelId)
      const isInside = type === 'city' ? hotel?.placeId === place.placeId : hotel?.countryCode === place.countryCode
      return isInside && supplySourceOf(supply, listed) === 'expedia'
    })
    .map(rowId)
}
