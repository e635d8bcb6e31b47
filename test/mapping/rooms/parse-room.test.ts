import { describe, expect, it } from 'vitest'
import { parseRoom } from '../../../src/mapping/rooms/parse-room.ts'
import type { RoomAttributes } from '../../../src/mapping/rooms/room-attributes.ts'

type Told = Partial<RoomAttributes>

/** What a name tells, without what it does not tell. */
function told(name: string, language: string | null = null): Told {
  const { isKindTold: _, contradictions: __, beds, ...attributes } = parseRoom({ name, language })
  const entries = Object.entries(attributes).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  const bedTold = beds.choices.length > 0 ? [['beds', beds.choices]] : beds.word ? [['beds', beds.word]] : []
  return Object.fromEntries([...entries, ...bedTold])
}

const ONE = { count: 1, isByBeds: true }
const TWO = { count: 2, isByBeds: true }

const READ: Readonly<Record<string, readonly (readonly [name: string, told: object])[]>> = {
  'Hotelbeds’ capitals': [
    ['DBL SUPERIOR', { classes: ['SUPERIOR'], beds: 'DOUBLE', people: TWO }],
    ['TWIN/DBL', { beds: ['DOUBLE:1', 'SINGLE:2'], people: TWO }],
    ['JUNIOR SUITE SEA VIEW', { kinds: ['JUNIOR_SUITE'], views: ['SEA'] }],
    ['HABITACION DOBLE DOS CAMAS', { beds: ['SINGLE:2'], people: TWO }],
    ['DOBLE SUPERIOR SEA VIEW', { classes: ['SUPERIOR'], beds: 'DOBLE', views: ['SEA'], people: TWO }],
    ['DELUXE ROOM (2AD+1CH)', { classes: ['DELUXE'], people: { count: 3, isByBeds: false } }],
    ['DELUXE TWO QUEEN POOL VIEW', { classes: ['DELUXE'], beds: ['QUEEN:2'], views: ['POOL'] }],
  ],
  'beds of several sizes': [
    [
      'Triple Room (1 double bed and 1 single bed)',
      { beds: ['DOUBLE:1+SINGLE:1'], people: { count: 3, isByBeds: false } },
    ],
    [
      'Habitación Triple (1 cama de matrimonio y 1 individual)',
      { beds: ['DOUBLE:1+SINGLE:1'], people: { count: 3, isByBeds: false } },
    ],
    ['Loft, 1 Queen Bed and Single Sofa Bed', { kinds: ['LOFT'], beds: ['QUEEN:1'], sofa: 'SOFA:1' }],
    ['ダブルベッド1台とシングルベッド2台', { beds: ['DOUBLE:1+SINGLE:2'] }],
    ['Zimmer mit zwei Einzelbetten', { beds: ['SINGLE:2'] }],
    ['Room with single beds', { beds: ['SINGLE:2'] }],
    ['Room, 1 extra large double bed', { beds: ['KING:1'] }],
  ],
  'a bed said twice': [
    ['Queen Room with Two Queen Beds', { beds: ['QUEEN:2'] }],
    [
      'Superior Double room (full double bed) (king size bed)',
      { classes: ['SUPERIOR'], beds: ['KING:1'], people: TWO },
    ],
    ['Twin Room (2 single beds)', { beds: ['SINGLE:2'], people: TWO }],
    ['Camera Doppia, 2 letti singoli', { beds: ['SINGLE:2'], people: TWO }],
  ],
  'choices of beds': [
    ['Doppel- oder Zweibettzimmer', { beds: ['DOUBLE:1', 'SINGLE:2'], people: TWO }],
    ['Habitación Doble - 1 o 2 camas', { beds: ['DOUBLE:1', 'SINGLE:2'], people: TWO }],
    ['1 King Bed OR 2 Queen Beds', { beds: ['KING:1', 'QUEEN:2'] }],
    ['Camera Matrimoniale o Doppia', { beds: ['DOUBLE:1', 'SINGLE:2'], people: TWO }],
    ['ダブルまたはツインルーム', { beds: ['DOUBLE:1', 'SINGLE:2'], people: TWO }],
    // A twin room with a double bed: nobody knows which of them it is.
    ['TWIN ROOM - CASAL', { beds: ['DOUBLE:1', 'SINGLE:2'], people: TWO }],
  ],
  'rooms for one': [
    ['Einzelzimmer', { beds: 'SINGLE', people: ONE }],
    ['camera matrimoniale uso singola', { beds: ['DOUBLE:1'], people: { count: 1, isByBeds: false } }],
    ['Doppelzimmer zur Einzelnutzung', { beds: 'DOUBLE', people: { count: 1, isByBeds: false } }],
    ['ダブル シングルユース', { beds: 'DOUBLE', people: { count: 1, isByBeds: false } }],
  ],
  'flats by their rooms': [
    ['Appartement T3', { kinds: ['APARTMENT'], bedrooms: 2 }],
    ['Appartement 2 pièces', { kinds: ['APARTMENT'], bedrooms: 1 }],
    ['Appartement 2 chambres', { kinds: ['APARTMENT'], bedrooms: 2 }],
    ['Zwei-Zimmer-Apartment', { kinds: ['APARTMENT'], bedrooms: 1 }],
    ['Trilocale', { kinds: ['APARTMENT'], bedrooms: 2 }],
    ['2 Bed Apartment', { kinds: ['APARTMENT'], bedrooms: 2 }],
    ['コンドミニアム 2LDK', { kinds: ['APARTMENT'], bedrooms: 2 }],
    ['Appartamento Monolocale', { kinds: ['STUDIO'] }],
  ],
  views: [
    ['Room with partial sea view', { views: ['PARTIAL_SEA'] }],
    ['Room, side sea view', { views: ['PARTIAL_SEA'] }],
    ['Camera vista mare laterale', { views: ['PARTIAL_SEA'] }],
    ['Zimmer mit seitlichem Meerblick', { views: ['PARTIAL_SEA'] }],
    ['Habitación con vistas laterales al mar', { views: ['PARTIAL_SEA'] }],
    ['Room with direct ocean view', { views: ['SEA'] }],
    ['Garden and Pool View Room', { views: ['GARDEN', 'POOL'] }],
    ['Chambre côté cour', { views: ['COURTYARD'] }],
    ['Zimmer zum Innenhof', { views: ['COURTYARD'] }],
    ['山側ツイン', { views: ['MOUNTAIN'], beds: ['SINGLE:2'], people: TWO }],
    ['Beachfront Villa', { kinds: ['VILLA'], views: ['BEACH_FRONT'] }],
    ['Room, Waikiki View', { views: ['waikiki'] }],
    ['Camera con vista Mole', { views: ['mole'] }],
    ['Zimmer mit Moselblick', { views: ['mosel'] }],
    ['Room without sea view', { views: ['NONE'] }],
    ['Garden Suite', { kinds: ['SUITE'], settings: ['GARDEN'] }],
  ],
  'pools that are seen, and pools that are had': [
    ['King Room with Pool View', { beds: ['KING:1'], views: ['POOL'] }],
    ['Villa with Pool', { kinds: ['VILLA'], features: ['PRIVATE_POOL'] }],
    ['Ocean View Pool Villa', { kinds: ['VILLA'], views: ['SEA'], features: ['PRIVATE_POOL'] }],
    ['Deluxe Room Pool Access', { classes: ['DELUXE'], features: ['POOL_ACCESS'] }],
    ['Zimmer mit Gartenblick', { views: ['GARDEN'] }],
    ['Zimmer mit Garten', { features: ['PRIVATE_GARDEN'] }],
  ],
  'Japanese rooms': [
    ['和室 10畳', { kinds: ['TATAMI_ROOM'], tatami: 10 }],
    ['露天風呂付和室12.5畳', { kinds: ['TATAMI_ROOM'], tatami: 12.5, features: ['OPEN_AIR_BATH'] }],
    ['Japanese-Style Room, 8 tatami', { kinds: ['TATAMI_ROOM'], tatami: 8 }],
    ['和洋室', { kinds: ['JAPANESE_WESTERN_ROOM'] }],
    ['ツインルーム 禁煙', { beds: ['SINGLE:2'], people: TWO, smoking: 'NON_SMOKING' }],
    ['離れ客室（露天風呂付き）', { kinds: ['DETACHED'], features: ['OPEN_AIR_BATH'] }],
  ],
  dormitories: [
    ['Bed in 6-Bed Mixed Dormitory Room', { kinds: ['DORMITORY'], dormitoryBeds: 6, gender: 'MIXED' }],
    ['Cama en habitación compartida femenina de 8 camas', { kinds: ['DORMITORY'], dormitoryBeds: 8, gender: 'FEMALE' }],
    ['Posto letto in dormitorio misto con 6 letti', { kinds: ['DORMITORY'], dormitoryBeds: 6, gender: 'MIXED' }],
    ['女性専用ドミトリー 8名', { kinds: ['DORMITORY'], dormitoryBeds: 8, gender: 'FEMALE' }],
  ],
  'who it is for': [
    ['Family Room (2 Adults + 2 Children)', { classes: ['FAMILY'], people: { count: 4, isByBeds: false } }],
    ['Studio for 2-3 people', { kinds: ['STUDIO'], people: { count: 3, isByBeds: false } }],
    [
      'Studio adapté aux personnes à mobilité réduite, 2 adultes',
      { kinds: ['STUDIO'], access: ['MOBILITY'], people: { count: 2, isByBeds: false } },
    ],
    ['King Room, Roll-in Shower', { beds: ['KING:1'], access: ['MOBILITY', 'ROLL_IN_SHOWER'] }],
    ['Room, Accessible, Bathtub', { access: ['MOBILITY'], features: ['BATHTUB'] }],
  ],
  'what is and what is not there': [
    ['Double Room without balcony', { beds: 'DOUBLE', people: TWO, features: ['NO_BALCONY'] }],
    ['Habitación sin ventana', { features: ['NO_WINDOW'] }],
    ['Chambre avec Salle de Bains Commune', { features: ['SHARED_BATHROOM'] }],
    ['King Executive Lounge Access', { classes: ['EXECUTIVE'], beds: ['KING:1'], features: ['LOUNGE_ACCESS'] }],
    ['Deluxe King, Executive Lounge Access', { classes: ['DELUXE'], beds: ['KING:1'], features: ['LOUNGE_ACCESS'] }],
    ['Room (19th to 25th Floors)', { features: ['FLOOR_25'], unknownWords: ['19'] }],
  ],
  'words written together, and slips of the pen': [
    ['Komfortdoppelzimmer', { classes: ['COMFORT'], beds: 'DOUBLE', people: TWO }],
    ['DELUXE SEAVIEW', { classes: ['DELUXE'], views: ['SEA'] }],
    ['Panoramasuite', { kinds: ['SUITE'], settings: ['PANORAMA'] }],
    ['Superiour Double Room', { classes: ['SUPERIOR'], beds: 'DOUBLE', people: TWO }],
    ['Stadnard Room', {}],
    ['Fruehstueck inklusive, Doppelzimmer', { beds: 'DOUBLE', people: TWO }],
  ],
  'what no table knows': [
    ['Horizon Double Room', { beds: 'DOUBLE', people: TWO, unknownWords: ['horizon'] }],
    ['桜ツイン', { beds: ['SINGLE:2'], people: TWO, unknownWords: ['桜'] }],
    ['Apartment 2+1', { kinds: ['APARTMENT'], unknownWords: ['2+1'] }],
    ['Type B Double Room', { beds: 'DOUBLE', people: TWO, unknownWords: ['type b'] }],
  ],
}

describe.each(Object.entries(READ))('%s', (_, cases) => {
  it.each(cases)('%s', (name, expected) => {
    expect(told(name)).toEqual(expected)
  })
})

describe('a word with two meanings', () => {
  it('is decided by the language: T1 is a studio in French and has a bedroom in Portuguese', () => {
    expect(told('Appartement T1', 'fr')).toEqual({ kinds: ['STUDIO'] })
    expect(told('Apartamento T1', 'pt-PT')).toEqual({ kinds: ['APARTMENT'], bedrooms: 1 })
  })

  it('is decided by what stands beside it: a dormitorio is a bedroom in Spain and a dormitory in Italy', () => {
    expect(told('Apartamento de un dormitorio')).toEqual({ kinds: ['APARTMENT'], bedrooms: 1 })
    expect(told('Dormitorio femminile')).toEqual({ kinds: ['DORMITORY'], gender: 'FEMALE' })
  })
})

describe('reading', () => {
  it('takes a long name no longer than its beginning', () => {
    const long = `Deluxe King Room, Sea View ${'zyzx '.repeat(10_000)}`
    expect(told(long)).toMatchObject({
      classes: ['DELUXE'],
      beds: ['KING:1'],
      views: ['SEA'],
      unknownWords: expect.arrayContaining(['zyzx']),
    })
  })

  it('finds nothing in a name of nothing', () => {
    expect(told('***')).toEqual({})
  })
})
