import type { Bed } from '../../domain/rate.ts'
import type { LocalizedNames, SandboxSupplierCode } from './types.ts'

/** A kind of room, with the catalogue's names and those of each supplier. */
export type RoomKind = {
  readonly kind: string
  readonly names: LocalizedNames
  readonly beds: readonly Bed[]
  readonly maxOccupancy: number
  /** The price relative to a standard double room, in thousandths. */
  readonly pricePermille: number
  /**
   * RateHawk's are made as those of its documentation: the bed as its numbers know it, which have one word for all beds for two, and
   * then what else there is: `(full double bed) (king size bed, private beach)`.
   */
  readonly supplierNames: Readonly<Record<SandboxSupplierCode, string>>
  /** Hotelbeds' own code, in the form `type.characteristic`. */
  readonly hotelbedsCode: string
}

type Names = readonly [en: string, fr: string, de: string, ja: string, ar: string]
type SupplierNames = readonly [expediaRapid: string, hotelbeds: string, ratehawk: string, liteapi: string]

function roomKind(
  kind: string,
  [en, fr, de, ja, ar]: Names,
  beds: readonly (readonly [type: string, count: number])[],
  [maxOccupancy, pricePermille]: readonly [number, number],
  hotelbedsCode: string,
  [expediaRapid, hotelbeds, ratehawk, liteapi]: SupplierNames,
): RoomKind {
  return {
    kind,
    names: { en, fr, de, ja, ar },
    beds: beds.map(([type, count]) => ({ type, count })),
    maxOccupancy,
    pricePermille,
    hotelbedsCode,
    supplierNames: { expedia_rapid: expediaRapid, hotelbeds, ratehawk, liteapi },
  }
}

/** All kinds of room, cheapest first. */
export const ROOM_KINDS: readonly RoomKind[] = [
  roomKind(
    'single',
    ['Single Room', 'Chambre simple', 'Einzelzimmer', 'シングルルーム', 'غرفة مفردة'],
    [['SINGLE', 1]],
    [1, 780],
    'SGL.ST',
    ['Single Room, 1 Twin Bed', 'SINGLE STANDARD', 'Standard Single room', 'Single Room'],
  ),
  roomKind(
    'standard_double',
    [
      'Standard Double Room',
      'Chambre double standard',
      'Standard-Doppelzimmer',
      'スタンダードダブルルーム',
      'غرفة مزدوجة قياسية',
    ],
    [['DOUBLE', 1]],
    [2, 1000],
    'DBL.ST',
    ['Standard Room, 1 Double Bed', 'DOUBLE STANDARD', 'Standard Double room (full double bed)', 'Standard Double'],
  ),
  roomKind(
    'standard_twin',
    [
      'Standard Twin Room',
      'Chambre standard à lits jumeaux',
      'Standard-Zweibettzimmer',
      'スタンダードツインルーム',
      'غرفة قياسية بسريرين منفصلين',
    ],
    [['TWIN', 2]],
    [3, 1020],
    'TWN.ST',
    ['Standard Room, 2 Twin Beds', 'TWIN STANDARD', 'Standard Twin room (twin beds)', 'Standard Twin'],
  ),
  roomKind(
    'superior_queen',
    [
      'Superior Queen Room',
      'Chambre supérieure, lit queen size',
      'Superior-Zimmer mit Queensize-Bett',
      'スーペリアクイーンルーム',
      'غرفة سوبيريور بسرير كوين',
    ],
    [['QUEEN', 1]],
    [3, 1180],
    'DBL.SU',
    [
      'Superior Room, 1 Queen Bed',
      'DOUBLE SUPERIOR',
      'Superior Double room (full double bed) (queen size bed)',
      'Superior Queen Room',
    ],
  ),
  roomKind(
    'studio',
    [
      'Studio with Kitchenette',
      'Studio avec kitchenette',
      'Studio mit Kochnische',
      'ミニキッチン付きスタジオ',
      'استوديو مع مطبخ صغير',
    ],
    [
      ['QUEEN', 1],
      ['SOFA_BED', 1],
    ],
    [4, 1250],
    'STU.ST',
    [
      'Studio, 1 Queen Bed with Sofa bed, Kitchenette',
      'STUDIO STANDARD',
      'Studio (full double bed) (queen size bed, sofa bed, kitchenette)',
      'Studio, Kitchenette',
    ],
  ),
  roomKind(
    'triple',
    ['Triple Room', 'Chambre triple', 'Dreibettzimmer', 'トリプルルーム', 'غرفة ثلاثية'],
    [['SINGLE', 3]],
    [3, 1280],
    'TPL.ST',
    ['Triple Room, 3 Twin Beds', 'TRIPLE STANDARD', 'Standard Triple room', 'Triple Room'],
  ),
  roomKind(
    'deluxe_king',
    [
      'Deluxe King Room, City View',
      'Chambre de luxe, lit king size, vue sur la ville',
      'Deluxe-Zimmer mit Kingsize-Bett und Stadtblick',
      'デラックスキングルーム シティビュー',
      'غرفة ديلوكس بسرير كينغ مع إطلالة على المدينة',
    ],
    [['KING', 1]],
    [3, 1350],
    'DBL.DX',
    [
      'Deluxe Room, 1 King Bed, City View',
      'DOUBLE DELUXE CITY VIEW',
      'Deluxe Double room (full double bed) (king size bed, city view)',
      'Deluxe King City View',
    ],
  ),
  roomKind(
    'family',
    ['Family Room', 'Chambre familiale', 'Familienzimmer', 'ファミリールーム', 'غرفة عائلية'],
    [
      ['QUEEN', 1],
      ['SOFA_BED', 2],
    ],
    [5, 1550],
    'FAM.ST',
    [
      'Family Room, Multiple Beds',
      'FAMILY STANDARD',
      'Family room (full double bed) (queen size bed, 2 sofa beds)',
      'Family Room',
    ],
  ),
  roomKind(
    'junior_suite',
    ['Junior Suite', 'Suite junior', 'Juniorsuite', 'ジュニアスイート', 'جناح جونيور'],
    [
      ['KING', 1],
      ['SOFA_BED', 1],
    ],
    [4, 1800],
    'JSU.ST',
    [
      'Junior Suite, 1 King Bed with Sofa bed',
      'JUNIOR SUITE',
      'Junior Suite (full double bed) (king size bed, sofa bed)',
      'Junior Suite',
    ],
  ),
  roomKind(
    'executive_suite',
    ['Executive Suite', 'Suite exécutive', 'Executive-Suite', 'エグゼクティブスイート', 'جناح تنفيذي'],
    [
      ['KING', 1],
      ['SOFA_BED', 2],
    ],
    [5, 2400],
    'SUI.EX',
    [
      'Executive Suite, 1 King Bed, Executive Level',
      'SUITE EXECUTIVE',
      'Executive Suite (full double bed) (king size bed, 2 sofa beds)',
      'Executive Suite',
    ],
  ),
]
