import { mergeHotel } from '../../domain/content/merge-hotel.ts'
import type { Listing } from '../../domain/listing.ts'
import { compareLikelihood } from '../../mapping/combined-verdict.ts'
import { factsOf } from '../../mapping/hotel-facts.ts'
import { ENGINE_VERSION, judgeHotels, prepareHotel } from '../../mapping/judge-hotels.ts'
import type { MappingChange } from '../../store/mappings.ts'
import type { StagedGroup } from '../../store/proposal-groups.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Deps } from '../deps.ts'
import { trustOrders } from '../operator/content-trust.ts'
import { type Ground, hotelOf, type Placeless } from './hotel-of-group.ts'
import { createPlaceFinder } from './nearest-place.ts'
import { createTermFinder } from './terms/term-finder.ts'

type CreateDeps = Pick<Deps, 'store' | 'catalogue'>

export type CreatedHotels = {
  readonly hotels: number
  readonly listings: number
  /** Groups of listings that did not become a hotel, and why. */
  readonly placeless: readonly PlacelessGroup[]
}

export type PlacelessGroup = Placeless & {
  /** As SUPPLIER/ID. */
  readonly listings: readonly string[]
}

/** Groups that become hotels together. */
const BATCH = 200

/**
 * Makes a hotel of each group of listings that the catalogue lacks, with an id that no catalogue file uses, and maps the listings to it. A
 * group that may be the hotel of another one waits for that, and is judged anew when that is there.
 */
export async function createHotels(
  deps: CreateDeps,
  onProgress: (done: number, total: number, said: string) => void,
): Promise<CreatedHotels> {
  const { store, catalogue } = deps
  const ground = {
    places: await createPlaceFinder(deps),
    terms: createTermFinder(await store.hotels.terms()),
    trust: await trustOrders(store),
  }
  let total: CreatedHotels = { hotels: 0, listings: 0, placeless: [] }
  for (let after = ''; ; ) {
    const keys = await store.proposals.groups(after, BATCH)
    const last = keys.at(-1)
    if (last === undefined) break
    after = last
    const created = await store.transaction((tx) => writeHotels(tx, keys, ground))
    total = {
      hotels: total.hotels + created.hotels,
      listings: total.listings + created.listings,
      placeless: [...total.placeless, ...created.placeless],
    }
    onProgress(0, 1, `${total.hotels.toLocaleString('en')} hotels made`)
  }
  await store.proposals.release()
  // Their terms may be new: whoever reads the catalogue next reads them too.
  if (total.hotels > 0) catalogue.renew()
  return total
}

/** Of the groups that nobody has made or taken apart meanwhile. */
async function writeHotels(tx: StoreParts, keys: readonly string[], ground: Ground): Promise<CreatedHotels> {
  await tx.proposals.beAlone()
  await tx.proposals.holdGroups(keys)
  const groups = await tx.proposals.contentOf(keys)
  const ids = await tx.proposals.newHotelIds(groups.length)
  const tried = groups.map((group, index) => {
    const listings = group.map(({ content }) => content)
    const merged = mergeHotel(listings, ground.trust)
    return { group, hotel: hotelOf({ hotelId: ids[index] ?? 0, listings, merged }, ground) }
  })
  const made = tried.flatMap(({ group, hotel }) => ('hotelId' in hotel ? [{ group, hotel }] : []))
  const mappings = made.flatMap(({ group, hotel }) => group.map((one) => mappingOf(one.content, group, hotel.hotelId)))
  const hotels = made.map(({ hotel }) => hotel)
  const terms = ground.terms.made()
  await tx.catalogue.upsert({ places: [], terms, hotels, contents: [], supplierHotels: [], supplierRooms: [] })
  await tx.mappings.change(mappings)
  await tx.proposals.remove(made.flatMap(({ group }) => group.map(({ listingId }) => listingId)))
  const placeless = tried.flatMap(({ group, hotel }) =>
    'hotelId' in hotel ? [] : [{ ...hotel, listings: group.map(nameOf) }],
  )
  return { hotels: made.length, listings: mappings.length, placeless }
}

function nameOf({ content }: StagedGroup[number]): string {
  return `${content.supplierCode}/${content.supplierHotelId}`
}

/** Why a listing is of the group: the likeliest of its pairs. */
function mappingOf(content: Listing, group: StagedGroup, hotelId: number): MappingChange {
  const own = prepareHotel(factsOf(content))
  const [best] = group
    .filter((one) => one.content !== content)
    .map((one) => judgeHotels(own, prepareHotel(factsOf(one.content))))
    .sort(compareLikelihood)
  return {
    supplierCode: content.supplierCode,
    supplierHotelId: content.supplierHotelId,
    to: { hotelId, verification: 'VERIFIED' },
    decidedBy: 'ENGINE',
    actor: `engine@${ENGINE_VERSION}`,
    reason: 'NEW_HOTEL',
    score: best?.score ?? null,
    evidence: best?.evidence,
    from: null,
  }
}
