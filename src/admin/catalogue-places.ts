import { addPlaces } from '../operations/catalogue/places/add-places.ts'
import { type Command, optionalText, UsageError, wholeNumber } from './command.ts'
import { note } from './io.ts'

/** A hotel between two cities belongs to one of them all the same, and every process keeps all places in memory. */
const MIN_PEOPLE = 15_000
/** At most this many faults are printed. */
const MAX_TOLD = 200

const COUNTED = ['countries', 'cities', 'districts', 'known'] as const

export const placesCommand: Command = {
  noun: 'catalogue',
  verb: 'places',
  summary:
    'adds the countries, cities and districts of cities that the catalogue lacks, from GeoNames’ data (CC BY 4.0), which comes with the gateway',
  usage: '[--country GB,FR] [--min-people 15000] [--dry-run]',
  options: { country: { type: 'string' }, 'min-people': { type: 'string' }, 'dry-run': { type: 'boolean' } },
  required: [],
  isFailure: (rows) => rows.some(({ faults }) => faults !== 0),
  subjectOf: (values) => optionalText(values, 'country') ?? 'all countries',
  work: async ({ deps }, values) => {
    const isDryRun = values['dry-run'] === true
    const countries = countriesOf(optionalText(values, 'country'))
    const minPeople = wholeNumber(values, 'min-people') ?? MIN_PEOPLE
    const added = await addPlaces(deps, { countries, minPeople, isDryRun })
    const empty = added.filter(
      ({ cities, districts, known, faults }) => cities + districts + known + faults.length === 0,
    )
    if (countries && empty.length > 0)
      throw new UsageError(`there are no places of ${empty.map(({ countryCode }) => countryCode).join(', ')}`)
    const faults = added.flatMap((one) => one.faults)
    for (const fault of faults.slice(0, MAX_TOLD)) note(fault)
    if (faults.length > MAX_TOLD) note(`… and ${faults.length - MAX_TOLD} more`)
    const counted = COUNTED.map((what) => [what, added.reduce((total, one) => total + one[what], 0)] as const)
    return [{ ...Object.fromEntries(counted), faults: faults.length }]
  },
}

function countriesOf(given: string | null): readonly string[] | null {
  if (given === null) return null
  const codes = given.split(',').map((code) => code.trim().toUpperCase())
  const wrong = codes.filter((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong.length > 0) throw new UsageError(`--country is a list of codes such as GB,FR, not ${wrong.join(',')}`)
  return [...new Set(codes)]
}
