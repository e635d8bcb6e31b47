import type { Bed } from '../../../../domain/rate.ts'
import { hash32 } from '../../../catalogue/hash.ts'
import type { DistortedListing, DistortedRoom } from '../../../content/distorted-listing.ts'
import { picturesView } from './image-view.ts'
import { byId } from './vocabulary.ts'

const SQUARE_FEET = 10.764

/** Rapid's bed names where they differ from ours. */
const BED_SIZES: Readonly<Record<string, string>> = { SOFA_BED: 'Sofa', SINGLE: 'Twin', DOUBLE: 'Full' }

function bedSize({ type }: Bed): string {
  return BED_SIZES[type] ?? type.charAt(0) + type.slice(1).toLowerCase()
}

/** The beds of a room as one group; a fifth of the double rooms leave the choice of two single beds. */
function bedGroups({ contentRoomId, beds }: DistortedRoom): object {
  if (beds.length === 0) return {}
  const [first] = beds
  const isChoice = beds.length === 1 && first?.type === 'DOUBLE' && hash32('choice', contentRoomId) % 5 === 0
  const groups = isChoice ? [beds, [{ type: 'TWIN', count: 2 } as Bed]] : [beds]
  return byId(
    groups.map((group, index) => ({
      id: String(37_300 + (hash32('beds', contentRoomId) % 90) * 10 + index),
      description: group.map((bed) => `${bed.count} ${bedSize(bed)} Bed${bed.count > 1 ? 's' : ''}`).join(' and '),
      configuration: group.map((bed) => ({ type: `${bedSize(bed)}Bed`, size: bedSize(bed), quantity: bed.count })),
    })),
  )
}

export function roomsView(listing: DistortedListing, language: string): object {
  return byId(
    listing.rooms.map((room, index) => {
      const { contentRoomId, maxOccupancy, maxAdults, squareMetres, hasCityView, isSmoking, isAccessible } = room
      const name = room.name(language)
      return {
        id: contentRoomId,
        name,
        descriptions: {
          overview: `<strong>${name}</strong><br />${Math.round(squareMetres * SQUARE_FEET)}-sq-foot (${squareMetres}-sq-meter) room<br /><br /><b>Internet</b> - Free WiFi <br /> <b>Bathroom</b> - Private bathroom, shower, and free toiletries<br />${isSmoking ? 'Smoking' : 'Non-Smoking'}<br />`,
        },
        amenities: byId([
          { id: '130', name: 'Refrigerator' },
          ...(room.hasKitchenette ? [{ id: '1073742903', name: 'Kitchenette' }] : []),
          ...(isSmoking ? [{ id: '6176', name: 'Smoking' }] : []),
          ...(isAccessible ? [{ id: '1073743373', name: 'Wheelchair accessible' }] : []),
        ]),
        images: picturesView(
          listing.images.filter((picture) => picture.room === index),
          language,
        ),
        bed_groups: bedGroups(room),
        area: { square_meters: squareMetres, square_feet: Math.round(squareMetres * SQUARE_FEET) },
        ...(hasCityView ? { views: byId([{ id: '4134', name: 'City view' }]) } : {}),
        occupancy: {
          max_allowed: { total: maxOccupancy, children: Math.max(0, maxOccupancy - 1), adults: maxAdults },
          age_categories: { Adult: { name: 'Adult', minimum_age: 18 } },
        },
      }
    }),
  )
}
