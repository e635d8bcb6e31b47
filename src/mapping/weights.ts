/**
 * What each piece of evidence adds to the log-odds that two listings are one hotel. Set by hand from what the sources say of each
 * field (docs/mapping.md), then moved where the development pairs showed it wrong by more than their noise; `npm run bench mapping`
 * shows the figures by kind, and test/mapping holds them. NEVER and REVIEW are rules and stand beside their evidence, not here.
 */
export const WEIGHTS = {
  /** Before anything is known: candidates are near each other and mostly not the same. */
  start: -1,
  name: {
    /** All words that tell anything are shared. */
    equal: 4,
    /** Shared too, but it is only a brand, or words that many hotels have. */
    bare: 2.4,
    /** So too, and the city's name stands in both: a chain gives it to one house. */
    bareInCity: 3,
    /** The one has all of the other's words; less for what it has besides. */
    contained: 2.5,
    containedPerWord: -1.2,
    containedLeast: 1.1,
    /** Both have words of their own: from the first at no word in common to the second at all. */
    overlapNone: -3,
    /** So too, of one brand. */
    overlapNoneOfBrand: -2,
    overlapAll: 1.5,
    other: -3.5,
    unreadable: -0.3,
    /** So too, beside one brand. */
    unreadableOfBrand: 1.2,
    former: 1.5,
  },
  brand: { one: -0.3, change: -0.5, other: -2.5, more: -0.5 },
  chain: { same: 0.5, other: -0.3 },
  dividing: { hard: -0.5, soft: -0.2, apartSoft: -1.2 },
  number: { one: -1 },
  houseType: { same: 0.2, wordsDiffer: -1, differ: -1, fieldsDiffer: -0.5 },
  address: { sameHouse: 2.5, sameNumber: 1, nextDoor: -0.3, otherHouse: -2, sameText: 0.8, otherStreet: -1.5 },
  phone: { same: 3, other: -0.7 },
  postcode: {
    equal: { HOUSES: 1, QUARTER: 0.4, TOWN: 0.15 },
    coarse: 0.1,
    other: { HOUSES: -0.6, QUARTER: -0.5, TOWN: -0.5 },
  },
  city: { same: 0.2, other: -0.2 },
  stars: { near: 0.1, far: -0.6 },
  /** By metres beyond what the points' precision explains: up to `to`, this much. */
  distance: [
    { to: 100, effect: 1.5 },
    { to: 250, effect: 1.2 },
    { to: 500, effect: 0.7 },
    { to: 1_000, effect: -0.3 },
    { to: 2_000, effect: -1.5 },
    { to: 5_000, effect: -3 },
    { to: 20_000, effect: -4.5 },
    { to: Number.POSITIVE_INFINITY, effect: -6 },
  ],
  /** No more is held against a point that all else shows to be wrong. */
  wrongPoint: -1.5,
} as const

/** SAME needs this much, REVIEW this much. */
export const LEAST = { same: 3, review: -1.3 } as const
