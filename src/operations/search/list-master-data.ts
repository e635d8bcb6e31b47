import type { HotelFiltersView, NationalityView } from '../../domain/contract/search.ts'
import type { Problem } from '../../domain/errors.ts'
import { NATIONALITY_CODES } from '../../domain/nationalities.ts'
import { ok, type Result } from '../../domain/result.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { languageInput } from '../inputs/search.ts'
import { matchLanguage } from './languages.ts'

function languageOf(caller: Caller, raw: unknown): Result<string, Problem> {
  const input = parseInput(languageInput, raw)
  return input.ok ? ok(matchLanguage(input.value.language) ?? caller.language) : input
}

/** Lists the values that searches can be filtered by, with names in the requested language. */
export async function listHotelFilters(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<HotelFiltersView, Problem>> {
  const language = languageOf(caller, raw)
  if (!language.ok) return language
  const { propertyTypes, chains, facilities } = await deps.catalogue.terms()
  return ok({
    propertyTypes: [...propertyTypes].map(([id, names]) => ({ id, name: named(names, language.value) })),
    chains: [...chains].map(([id, names]) => ({ id, name: named(names, language.value) })),
    facilities: [...facilities].map(([id, names]) => ({ id, name: named(names, language.value) })),
  })
}

/** The names of 249 countries are the same for every client, so they are made once per language. */
const nationalities = new Map<string, readonly NationalityView[]>()

/** Every ISO 3166-1 code with its name, sorted by name. The names come from the CLDR data of the runtime. */
export async function listNationalities(
  _deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<readonly NationalityView[], Problem>> {
  const language = languageOf(caller, raw)
  if (!language.ok) return language
  const known = nationalities.get(language.value) ?? nameNationalities(language.value)
  nationalities.set(language.value, known)
  return ok(known)
}

function nameNationalities(language: string): readonly NationalityView[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const order = new Intl.Collator(language)
  return NATIONALITY_CODES.map((isoCode) => ({ isoCode, name: names.of(isoCode) ?? isoCode })).sort((a, b) =>
    order.compare(a.name, b.name),
  )
}
