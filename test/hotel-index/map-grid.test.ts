import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm, type Point } from '../../src/domain/geo.ts'
import type { Edition } from '../../src/hotel-index/edition.ts'
import { gatherEdition } from '../../src/hotel-index/make-edition.ts'
import { rowsNear } from '../../src/hotel-index/map-grid.ts'

function editionOf(points: readonly Point[]): Edition {
  const gather = gatherEdition([], points.length)
  for (const [index, point] of points.entries())
    gather.add({
      ...point,
      hotelId: index + 1,
      placeId: 1,
      stars: null,
      chainId: null,
      propertyType: 'hotel',
      facilityIds: [],
      nightlyUsdCents: 5_000,
      weight: 1,
      names: { en: 'Grand' },
      supplierCodes: ['hotelbeds'],
    })
  return gather.finish(1)
}

/** The points as an edition has them: in millionths of a degree. */
function inMillionths({ latitude, longitude }: Point): Point {
  return { latitude: Math.round(latitude * 1e6) / 1e6, longitude: Math.round(longitude * 1e6) / 1e6 }
}

function lookedAtOneByOne(points: readonly Point[], centre: Point, km: number): number[] {
  return points.flatMap((point, row) => (distanceKm(centre, inMillionths(point)) <= km ? [row] : []))
}

async function found(points: readonly Point[], centre: Point, km: number): Promise<number[]> {
  return (await rowsNear(editionOf(points), centre, km)).map(({ row }) => row).sort((a, b) => a - b)
}

/** Where circles are awkward: the date line, the poles, the equator and the edges of cells. */
const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: 89, max: 90, noNaN: true }),
  fc.double({ min: -90, max: -89, noNaN: true }),
  fc.constantFrom(-90, -89.75, 0, 0.5, 51.5, 89.5, 90),
)
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: 179.5, max: 180, noNaN: true }),
  fc.double({ min: -180, max: -179.5, noNaN: true }),
  fc.constantFrom(-180, -179.5, 0, 0.5, 179.5, 180),
)
const centres = fc.record({ latitude, longitude })
/** At most so far from the centre in each direction, in degrees, back on the earth. */
const aside = fc.record({
  north: fc.double({ min: -0.7, max: 0.7, noNaN: true }),
  east: fc.oneof(fc.double({ min: -1.5, max: 1.5, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
})

function beside({ latitude: from, longitude: at }: Point, { north, east }: { north: number; east: number }): Point {
  const along = ((((at + east + 180) % 360) + 360) % 360) - 180
  return { latitude: Math.max(-90, Math.min(90, from + north)), longitude: along }
}

describe('hotels around a point', () => {
  it('[C-124] are those that a look at every hotel finds, also over the date line and the poles', async () => {
    let inside = 0
    let outside = 0
    await fc.assert(
      fc.asyncProperty(
        centres,
        fc.array(aside, { maxLength: 60 }),
        fc.array(centres, { maxLength: 10 }),
        fc.oneof(fc.double({ min: 0.01, max: 50, noNaN: true }), fc.constantFrom(1, 50)),
        async (centre, asides, anywhere, km) => {
          const points = [centre, ...asides.map((one) => beside(centre, one)), ...anywhere]
          const expected = lookedAtOneByOne(points, centre, km)
          expect(await found(points, centre, km)).toEqual(expected)
          inside += expected.length
          outside += points.length - expected.length
        },
      ),
      { numRuns: 500 },
    )
    expect(Math.min(inside, outside)).toBeGreaterThan(1_000)
  })

  it.each([
    ['on both sides of the date line', { latitude: -16.8, longitude: 179.9 }, { latitude: -16.8, longitude: -179.9 }],
    ['at the date line by either name', { latitude: 66, longitude: 180 }, { latitude: 66, longitude: -180 }],
    ['on the other side of a pole', { latitude: 89.9, longitude: 10 }, { latitude: 89.9, longitude: -170 }],
    ['at the pole itself', { latitude: -90, longitude: 0 }, { latitude: -89.7, longitude: 123 }],
  ])('[C-124] are neighbours %s', async (_where, centre, neighbour) => {
    expect(await found([neighbour, { latitude: 0, longitude: 0 }], centre, 50)).toEqual([0])
  })

  it('[C-124] on the edge of the circle are in it', async () => {
    const centre = { latitude: 51.5, longitude: -0.12 }
    const hotel = { latitude: 51.6, longitude: -0.02 }
    const km = distanceKm(centre, hotel)
    expect(await found([hotel], centre, km)).toEqual([0])
    expect(await found([hotel], centre, km - 0.001)).toEqual([])
  })
})
