import type { Listing } from '../../domain/listing.ts'

type Placed = Pick<Listing, 'latitude' | 'longitude' | 'countryCode'>

/** What is wrong with where a listing says it is, as sentences; empty when nothing is. */
export type PlaceFaults = (listing: Placed) => readonly string[]

/** A house on a pier, an islet or at a border may lie this far outside its country's outline, in degrees: some five kilometres. */
const BORDER_DEGREES = 0.05

type Countries = typeof import('@rapideditor/country-coder')

/** True where a point is in the country, or so near to its outline that it may be. */
export type IsInCountry = (point: Told, countryCode: string) => boolean

export async function openIsInCountry(): Promise<IsInCountry> {
  const countries = await import('@rapideditor/country-coder')
  return ({ latitude, longitude }, countryCode) =>
    isInside(countries, countryCode, [longitude, latitude]) ||
    codesNear(countries, [longitude, latitude]).includes(countryCode)
}

/** The outlines of all countries take a tenth of a second to load, which only those who need them wait for. */
export async function openPlaceFaults(): Promise<PlaceFaults> {
  const countries = await import('@rapideditor/country-coder')
  return ({ latitude, longitude, countryCode }) => {
    if (latitude === null || longitude === null) return []
    if (latitude === 0 && longitude === 0) return ['latitude, longitude: 0,0 is no hotel’s point; leave them out']
    if (countryCode === null) return []
    const fault = faultOf(countries, countryCode, { latitude, longitude })
    return fault === null ? [] : [fault]
  }
}

/** Longitude and latitude, as GeoJSON has them. */
type Position = readonly [longitude: number, latitude: number]

type Told = { readonly latitude: number; readonly longitude: number }

/** The outlines leave out small islands: a point with no country near it is only wrong where another reading of it is right. */
function faultOf(countries: Countries, countryCode: string, { latitude, longitude }: Told): string | null {
  const near = codesNear(countries, [longitude, latitude])
  if (isInside(countries, countryCode, [longitude, latitude]) || near.includes(countryCode)) return null
  const told = `latitude, longitude: ${latitude},${longitude}`
  const readings: readonly (readonly [string, Position])[] = [
    ['are swapped', [latitude, longitude]],
    ['have a wrong sign', [-longitude, latitude]],
    ['have a wrong sign', [longitude, -latitude]],
  ]
  const meant = readings.find(([, reading]) => isInside(countries, countryCode, reading))
  if (meant) return `${told} ${meant[0]}: only so they are in ${countryCode}`
  return near.length === 0 ? null : `${told} is in ${near[0]}, not in ${countryCode}`
}

function codesNear(countries: Countries, [longitude, latitude]: Position): string[] {
  if (!isOnEarth([longitude, latitude])) return []
  const own = countries.iso1A2Code([longitude, latitude])
  const around = countries.iso1A2Codes([
    longitude - BORDER_DEGREES,
    latitude - BORDER_DEGREES,
    longitude + BORDER_DEGREES,
    latitude + BORDER_DEGREES,
  ])
  return own === null ? around : [own, ...around]
}

function isInside(countries: Countries, countryCode: string, position: Position): boolean {
  return isOnEarth(position) && countries.isIn([...position], countryCode) === true
}

function isOnEarth([longitude, latitude]: Position): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
