import type { LocalizedNames } from './types.ts'

type Names = readonly [en: string, fr: string, de: string, ja: string, ar: string]
function localized([en, fr, de, ja, ar]: Names): LocalizedNames {
  return { en, fr, de, ja, ar }
}

/**
 * Themes that a hotel may be named after. The French text includes the article, because it follows the noun: `Hôtel du Phare`.
 */
const THEME_ROWS: readonly Names[] = [
  ['Old Harbour', 'du Vieux Port', 'Alter Hafen', '旧港', 'الميناء القديم'],
  ['Riverside', 'des Rives', 'Flussufer', 'リバーサイド', 'ضفة النهر'],
  ['Market Square', 'de la Place du Marché', 'Marktplatz', 'マーケットスクエア', 'ساحة السوق'],
  ['Botanical Garden', 'du Jardin Botanique', 'Botanischer Garten', '植物園', 'الحديقة النباتية'],
  ['Lighthouse', 'du Phare', 'Leuchtturm', 'ライトハウス', 'المنارة'],
  ['North Gate', 'de la Porte du Nord', 'Nordtor', 'ノースゲート', 'البوابة الشمالية'],
  ['South Gate', 'de la Porte du Sud', 'Südtor', 'サウスゲート', 'البوابة الجنوبية'],
  ['Golden Lantern', 'de la Lanterne d’Or', 'Goldene Laterne', 'ゴールデンランタン', 'الفانوس الذهبي'],
  ['Silver Birch', 'du Bouleau', 'Silberbirke', 'シルバーバーチ', 'البتولا الفضية'],
  ['Cedar', 'du Cèdre', 'Zeder', 'シダー', 'شجرة الأرز'],
  ['Olive Tree', 'de l’Olivier', 'Olivenbaum', 'オリーブ', 'شجرة الزيتون'],
  ['Orange Blossom', 'de la Fleur d’Oranger', 'Orangenblüte', 'オレンジブロッサム', 'زهر البرتقال'],
  ['Jasmine', 'du Jasmin', 'Jasmin', 'ジャスミン', 'الياسمين'],
  ['Rose Garden', 'de la Roseraie', 'Rosengarten', 'ローズガーデン', 'حديقة الورد'],
  ['Palm Court', 'de la Cour des Palmiers', 'Palmenhof', 'パームコート', 'ساحة النخيل'],
  ['Blue Lagoon', 'du Lagon Bleu', 'Blaue Lagune', 'ブルーラグーン', 'البحيرة الزرقاء'],
  ['Coral', 'du Corail', 'Koralle', 'コーラル', 'المرجان'],
  ['Pearl', 'de la Perle', 'Perle', 'パール', 'اللؤلؤة'],
  ['Amber', 'de l’Ambre', 'Bernstein', 'アンバー', 'الكهرمان'],
  ['Sapphire', 'du Saphir', 'Saphir', 'サファイア', 'الياقوت'],
  ['Emerald', 'de l’Émeraude', 'Smaragd', 'エメラルド', 'الزمرد'],
  ['Half Moon', 'de la Demi-Lune', 'Halbmond', 'ハーフムーン', 'نصف القمر'],
  ['Morning Star', 'de l’Étoile du Matin', 'Morgenstern', 'モーニングスター', 'نجمة الصباح'],
  ['Sunrise', 'de l’Aurore', 'Sonnenaufgang', 'サンライズ', 'الشروق'],
  ['Sunset', 'du Couchant', 'Abendrot', 'サンセット', 'الغروب'],
  ['Hilltop', 'de la Colline', 'Hügelblick', 'ヒルトップ', 'قمة التل'],
  ['Panorama', 'du Panorama', 'Panorama', 'パノラマ', 'بانوراما'],
  ['Belvedere', 'du Belvédère', 'Belvedere', 'ベルヴェデーレ', 'بلفيدير'],
  ['Station', 'de la Gare', 'Bahnhof', 'ステーション', 'المحطة'],
  ['Opera', 'de l’Opéra', 'Oper', 'オペラ', 'الأوبرا'],
  ['Museum Quarter', 'du Quartier des Musées', 'Museumsviertel', 'ミュージアムクォーター', 'حي المتاحف'],
  ['University', 'de l’Université', 'Universität', 'ユニバーシティ', 'الجامعة'],
  ['Old Town', 'de la Vieille Ville', 'Altstadt', 'オールドタウン', 'البلدة القديمة'],
  ['New Town', 'de la Ville Nouvelle', 'Neustadt', 'ニュータウン', 'المدينة الجديدة'],
  ['City Centre', 'du Centre-Ville', 'Stadtmitte', 'シティセンター', 'وسط المدينة'],
  ['Park View', 'du Parc', 'Parkblick', 'パークビュー', 'إطلالة الحديقة'],
  ['Fountain Court', 'de la Fontaine', 'Brunnenhof', 'ファウンテンコート', 'ساحة النافورة'],
  ['Library', 'de la Bibliothèque', 'Bibliothek', 'ライブラリー', 'المكتبة'],
  ['Clock Tower', 'de la Tour de l’Horloge', 'Uhrturm', '時計台', 'برج الساعة'],
  ['Stone Bridge', 'du Pont de Pierre', 'Steinbrücke', 'ストーンブリッジ', 'الجسر الحجري'],
  ['Secret Garden', 'du Jardin Secret', 'Geheimer Garten', 'シークレットガーデン', 'الحديقة السرية'],
  ['Compass', 'de la Boussole', 'Kompass', 'コンパス', 'البوصلة'],
  ['Anchor', 'de l’Ancre', 'Anker', 'アンカー', 'المرساة'],
  ['Merchant', 'du Marchand', 'Kaufmann', 'マーチャント', 'التاجر'],
  ['Silk Road', 'de la Route de la Soie', 'Seidenstraße', 'シルクロード', 'طريق الحرير'],
  ['Caravan', 'de la Caravane', 'Karawane', 'キャラバン', 'القافلة'],
  ['Peacock', 'du Paon', 'Pfau', 'ピーコック', 'الطاووس'],
  ['Nightingale', 'du Rossignol', 'Nachtigall', 'ナイチンゲール', 'العندليب'],
  ['Swallow', 'de l’Hirondelle', 'Schwalbe', 'スワロー', 'السنونو'],
  ['Falcon', 'du Faucon', 'Falke', 'ファルコン', 'الصقر'],
  ['Blue Heron', 'du Héron Bleu', 'Blaureiher', 'ブルーヘロン', 'البلشون الأزرق'],
  ['Dolphin', 'du Dauphin', 'Delfin', 'ドルフィン', 'الدلفين'],
  ['Horizon', 'de l’Horizon', 'Horizont', 'ホライズン', 'الأفق'],
  ['Terrace', 'de la Terrasse', 'Terrasse', 'テラス', 'الشرفة'],
  ['Gallery', 'de la Galerie', 'Galerie', 'ギャラリー', 'المعرض'],
  ['Orchard', 'du Verger', 'Obstgarten', 'オーチャード', 'البستان'],
  ['Lotus', 'du Lotus', 'Lotus', 'ロータス', 'اللوتس'],
  ['Cherry Blossom', 'du Cerisier', 'Kirschblüte', 'チェリーブロッサム', 'زهر الكرز'],
  ['Maple', 'de l’Érable', 'Ahorn', 'メープル', 'القيقب'],
  ['Moonlight', 'du Clair de Lune', 'Mondschein', 'ムーンライト', 'ضوء القمر'],
]

export const THEMES: readonly LocalizedNames[] = THEME_ROWS.map(localized)

/** The nouns in hotel names, by property type. */
export const NOUNS: Readonly<Record<string, readonly LocalizedNames[]>> = {
  hotel: [
    localized(['Hotel', 'Hôtel', 'Hotel', 'ホテル', 'فندق']),
    localized(['Grand Hotel', 'Grand Hôtel', 'Grand Hotel', 'グランドホテル', 'فندق غراند']),
    localized(['Palace Hotel', 'Palace', 'Palasthotel', 'パレスホテル', 'فندق قصر']),
    localized(['Boutique Hotel', 'Boutique-Hôtel', 'Boutique-Hotel', 'ブティックホテル', 'فندق بوتيك']),
  ],
  aparthotel: [
    localized(['Aparthotel', 'Appart’hôtel', 'Aparthotel', 'アパートホテル', 'شقق']),
    localized(['Suites', 'Suites', 'Suiten', 'スイート', 'أجنحة']),
  ],
  hostel: [localized(['Hostel', 'Auberge', 'Hostel', 'ホステル', 'نزل'])],
  resort: [localized(['Resort', 'Resort', 'Resort', 'リゾート', 'منتجع'])],
  guest_house: [localized(['Guest House', 'Maison d’Hôtes', 'Pension', 'ゲストハウス', 'بيت ضيافة'])],
  villa: [localized(['Villa', 'Villa', 'Villa', 'ヴィラ', 'فيلا'])],
}
