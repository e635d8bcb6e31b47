import type { Names } from '../../../store/hotels.ts'

/** A term of our own, and what suppliers call it, folded. */
export type KnownTerm = { readonly id: string; readonly names: Names; readonly words: readonly string[] }

type Five = readonly [en: string, fr: string, de: string, ja: string, ar: string]

function term(id: string, [en, fr, de, ja, ar]: Five, words = ''): KnownTerm {
  return {
    id,
    names: { en, fr, de, ja, ar },
    words: [en.toLowerCase(), ...words.split('|')].filter((word) => word !== ''),
  }
}

export const PROPERTY_TYPES: readonly KnownTerm[] = [
  term('hotel', ['Hotel', 'Hôtel', 'Hotel', 'ホテル', 'فندق']),
  term(
    'aparthotel',
    ['Aparthotel', 'Appart’hôtel', 'Aparthotel', 'アパートホテル', 'شقق فندقية'],
    'apart hotel|apartment hotel|condo hotel|residence',
  ),
  term(
    'apartment',
    ['Apartment', 'Appartement', 'Apartment', 'アパートメント', 'شقة'],
    'apartments|condo|condominium|flat|serviced apartment',
  ),
  term(
    'hostel',
    ['Hostel', 'Auberge de jeunesse', 'Hostel', 'ホステル', 'بيت شباب'],
    'hostel backpacker accommodation|youth hostel',
  ),
  term(
    'resort',
    ['Resort', 'Complexe hôtelier', 'Resort', 'リゾート', 'منتجع'],
    'hotel resort|all inclusive property|condominium resort|resorts',
  ),
  term(
    'guest_house',
    ['Guest house', 'Maison d’hôtes', 'Pension', 'ゲストハウス', 'بيت ضيافة'],
    'guesthouse|bed breakfast|bed and breakfast|b b|pension|inn',
  ),
  term(
    'villa',
    ['Villa', 'Villa', 'Villa', 'ヴィラ', 'فيلا'],
    'villas|holiday home|vacation home|private vacation home|cottage|chalet|cottages and houses|villas and bungalows',
  ),
]

export const FACILITIES: readonly KnownTerm[] = [
  term(
    '1',
    ['Free Wi-Fi', 'Wi-Fi gratuit', 'Kostenloses WLAN', '無料Wi-Fi', 'واي فاي مجاني'],
    'free wi fi|free wifi|wifi included|free internet access|wi fi',
  ),
  term(
    '2',
    ['Air conditioning', 'Climatisation', 'Klimaanlage', 'エアコン', 'تكييف الهواء'],
    'air conditioning in public areas|air conditioned public areas|air conditioning individually adjustable',
  ),
  term(
    '3',
    ['Swimming pool', 'Piscine', 'Schwimmbad', 'プール', 'مسبح'],
    'outdoor swimming pool|outdoor pool|indoor pool|indoor swimming pool|pool|seasonal outdoor pool|freshwater swimming pool',
  ),
  term(
    '4',
    ['Fitness centre', 'Salle de sport', 'Fitnessraum', 'フィットネスセンター', 'مركز لياقة بدنية'],
    'fitness center|fitness facilities|gym|gym fitness|health club',
  ),
  term(
    '5',
    ['Spa', 'Spa', 'Wellnessbereich', 'スパ', 'سبا'],
    'full service spa|spa centre|spa center|spa and wellness centre|wellness centre',
  ),
  term(
    '6',
    ['Restaurant', 'Restaurant', 'Restaurant', 'レストラン', 'مطعم'],
    'restaurants|restaurant on site|a la carte restaurant',
  ),
  term('7', ['Bar', 'Bar', 'Bar', 'バー', 'بار'], 'bar lounge|bars|snack bar deli|bars or lounges'),
  term(
    '8',
    ['Breakfast available', 'Petit-déjeuner disponible', 'Frühstück erhältlich', '朝食あり', 'إفطار متوفر'],
    'breakfast|breakfast buffet|buffet breakfast|free breakfast|breakfast available surcharge',
  ),
  term(
    '9',
    ['Parking', 'Parking', 'Parkplatz', '駐車場', 'موقف سيارات'],
    'car park|free parking|free self parking|self parking|valet parking|parking on site',
  ),
  term(
    '10',
    ['Airport shuttle', 'Navette aéroport', 'Flughafentransfer', '空港送迎', 'نقل من وإلى المطار'],
    'airport transportation|free airport transportation|airport shuttle service|shuttle',
  ),
  term(
    '11',
    ['24-hour reception', 'Réception 24 h/24', '24-Stunden-Rezeption', '24時間フロント', 'استقبال على مدار الساعة'],
    '24 hour reception|24 hour front desk|front desk 24 hour|24 hour desk',
  ),
  term(
    '12',
    ['Lift', 'Ascenseur', 'Aufzug', 'エレベーター', 'مصعد'],
    'lift access|elevator|elevators|elevator lift|lifts',
  ),
  term(
    '13',
    ['Family rooms', 'Chambres familiales', 'Familienzimmer', 'ファミリールーム', 'غرف عائلية'],
    'family room',
  ),
  term(
    '14',
    ['Pets allowed', 'Animaux acceptés', 'Haustiere erlaubt', 'ペット可', 'يسمح بالحيوانات الأليفة'],
    'pet friendly|pets welcome|small pets allowed under 5 kg|large pets allowed over 5 kg',
  ),
  term(
    '15',
    [
      'Wheelchair accessible',
      'Accessible en fauteuil roulant',
      'Rollstuhlgerecht',
      '車椅子対応',
      'مناسب للكراسي المتحركة',
    ],
    'wheelchair accessible path of travel|wheelchair access|accessible for wheelchairs|facilities for disabled guests',
  ),
  term(
    '16',
    ['Laundry', 'Blanchisserie', 'Wäscheservice', 'ランドリー', 'خدمة غسيل الملابس'],
    'laundry service|laundry facilities|dry cleaning laundry service|dry cleaning laundry services',
  ),
  term(
    '17',
    ['Room service', 'Service en chambre', 'Zimmerservice', 'ルームサービス', 'خدمة الغرف'],
    '24 hour room service|room service 24 hours|room service limited hours',
  ),
  term('18', ['Garden', 'Jardin', 'Garten', '庭園', 'حديقة'], 'gardens'),
  term(
    '19',
    ['Roof terrace', 'Toit-terrasse', 'Dachterrasse', '屋上テラス', 'شرفة على السطح'],
    'rooftop terrace|sun terrace on the roof',
  ),
  term(
    '20',
    ['Meeting rooms', 'Salles de réunion', 'Tagungsräume', '会議室', 'قاعات اجتماعات'],
    'conference room|conference space|meeting room|conference halls|meeting facilities|meeting and presentation facilities',
  ),
  term(
    '21',
    ['Electric car charging', 'Borne de recharge', 'Ladestation für Elektroautos', 'EV充電', 'شحن السيارات الكهربائية'],
    'electric car charging station|charging station for electric cars|electric vehicle charging station',
  ),
  term('22', ['Kitchenette', 'Kitchenette', 'Kochnische', 'ミニキッチン', 'مطبخ صغير'], 'kitchen'),
]
