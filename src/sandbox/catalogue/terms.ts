import type { LocalizedNames, SandboxNumberedTerm, SandboxTerm } from './types.ts'

type Names = readonly [en: string, fr: string, de: string, ja: string, ar: string]
function localized([en, fr, de, ja, ar]: Names): LocalizedNames {
  return { en, fr, de, ja, ar }
}
function numbered(id: number, ...names: Names): SandboxNumberedTerm {
  return { id, names: localized(names) }
}
function named(id: string, ...names: Names): SandboxTerm {
  return { id, names: localized(names) }
}

export const PROPERTY_TYPES: readonly SandboxTerm[] = [
  named('hotel', 'Hotel', 'Hôtel', 'Hotel', 'ホテル', 'فندق'),
  named('aparthotel', 'Aparthotel', 'Appart’hôtel', 'Aparthotel', 'アパートホテル', 'شقق فندقية'),
  named('hostel', 'Hostel', 'Auberge de jeunesse', 'Hostel', 'ホステル', 'بيت شباب'),
  named('resort', 'Resort', 'Complexe hôtelier', 'Resort', 'リゾート', 'منتجع'),
  named('guest_house', 'Guest house', 'Maison d’hôtes', 'Pension', 'ゲストハウス', 'بيت ضيافة'),
  named('villa', 'Villa', 'Villa', 'Villa', 'ヴィラ', 'فيلا'),
]

/** Ids are part of the sandbox's documentation: add new ones at the end, and never renumber. */
export const FACILITIES: readonly SandboxNumberedTerm[] = [
  numbered(1, 'Free Wi-Fi', 'Wi-Fi gratuit', 'Kostenloses WLAN', '無料Wi-Fi', 'واي فاي مجاني'),
  numbered(2, 'Air conditioning', 'Climatisation', 'Klimaanlage', 'エアコン', 'تكييف الهواء'),
  numbered(3, 'Swimming pool', 'Piscine', 'Schwimmbad', 'プール', 'مسبح'),
  numbered(4, 'Fitness centre', 'Salle de sport', 'Fitnessraum', 'フィットネスセンター', 'مركز لياقة بدنية'),
  numbered(5, 'Spa', 'Spa', 'Wellnessbereich', 'スパ', 'سبا'),
  numbered(6, 'Restaurant', 'Restaurant', 'Restaurant', 'レストラン', 'مطعم'),
  numbered(7, 'Bar', 'Bar', 'Bar', 'バー', 'بار'),
  numbered(8, 'Breakfast available', 'Petit-déjeuner disponible', 'Frühstück erhältlich', '朝食あり', 'إفطار متوفر'),
  numbered(9, 'Parking', 'Parking', 'Parkplatz', '駐車場', 'موقف سيارات'),
  numbered(10, 'Airport shuttle', 'Navette aéroport', 'Flughafentransfer', '空港送迎', 'نقل من وإلى المطار'),
  numbered(
    11,
    '24-hour reception',
    'Réception 24 h/24',
    '24-Stunden-Rezeption',
    '24時間フロント',
    'استقبال على مدار الساعة',
  ),
  numbered(12, 'Lift', 'Ascenseur', 'Aufzug', 'エレベーター', 'مصعد'),
  numbered(13, 'Family rooms', 'Chambres familiales', 'Familienzimmer', 'ファミリールーム', 'غرف عائلية'),
  numbered(14, 'Pets allowed', 'Animaux acceptés', 'Haustiere erlaubt', 'ペット可', 'يسمح بالحيوانات الأليفة'),
  numbered(
    15,
    'Wheelchair accessible',
    'Accessible en fauteuil roulant',
    'Rollstuhlgerecht',
    '車椅子対応',
    'مناسب للكراسي المتحركة',
  ),
  numbered(16, 'Laundry', 'Blanchisserie', 'Wäscheservice', 'ランドリー', 'خدمة غسيل الملابس'),
  numbered(17, 'Room service', 'Service en chambre', 'Zimmerservice', 'ルームサービス', 'خدمة الغرف'),
  numbered(18, 'Garden', 'Jardin', 'Garten', '庭園', 'حديقة'),
  numbered(19, 'Roof terrace', 'Toit-terrasse', 'Dachterrasse', '屋上テラス', 'شرفة على السطح'),
  numbered(20, 'Meeting rooms', 'Salles de réunion', 'Tagungsräume', '会議室', 'قاعات اجتماعات'),
  numbered(
    21,
    'Electric car charging',
    'Borne de recharge',
    'Ladestation für Elektroautos',
    'EV充電',
    'شحن السيارات الكهربائية',
  ),
  numbered(22, 'Kitchenette', 'Kitchenette', 'Kochnische', 'ミニキッチン', 'مطبخ صغير'),
]

/** All chains are invented; any similarity to a real chain is a coincidence. */
export const CHAINS: readonly SandboxNumberedTerm[] = [
  numbered(1, 'Aldermere', 'Aldermere', 'Aldermere', 'アルダーミア', 'ألدرمير'),
  numbered(2, 'Casa Velora', 'Casa Velora', 'Casa Velora', 'カーサ・ヴェローラ', 'كازا فيلورا'),
  numbered(3, 'Nordhavel', 'Nordhavel', 'Nordhavel', 'ノルトハーヴェル', 'نوردهافل'),
  numbered(4, 'Solantis', 'Solantis', 'Solantis', 'ソランティス', 'سولانتيس'),
  numbered(5, 'Kestrel & Finch', 'Kestrel & Finch', 'Kestrel & Finch', 'ケストレル&フィンチ', 'كستريل آند فينش'),
  numbered(6, 'Marovelle', 'Marovelle', 'Marovelle', 'マロヴェル', 'ماروفيل'),
  numbered(7, 'Tamarind Gate', 'Tamarind Gate', 'Tamarind Gate', 'タマリンドゲート', 'تاماريند غيت'),
  numbered(8, 'Brightwharf', 'Brightwharf', 'Brightwharf', 'ブライトワーフ', 'برايت وارف'),
  numbered(9, 'Quillon', 'Quillon', 'Quillon', 'クィロン', 'كويلون'),
  numbered(10, 'Pelorian', 'Pelorian', 'Pelorian', 'ペロリアン', 'بيلوريان'),
  numbered(11, 'Zephyrine', 'Zephyrine', 'Zephyrine', 'ゼフィリーヌ', 'زيفيرين'),
  numbered(12, 'Lanternhouse', 'Lanternhouse', 'Lanternhouse', 'ランタンハウス', 'لانترن هاوس'),
]
