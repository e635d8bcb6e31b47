import { describe, expect, it } from 'vitest'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import type { Verdict } from '../../src/mapping/verdict.ts'
import { NOTHING } from './pairs/make-pairs.ts'

type Named = readonly [countryCode: string, city: string, name: string, otherName: string, otherCity: string]

/** The verdict on two names at one street and number, a hundred metres apart by their points. */
function atOneHouse([countryCode, city, name, otherName, otherCity]: Named): Verdict {
  const house = { ...NOTHING, countryCode, addressLines: ['12 Example Street'], longitude: 20.12345 }
  const a = prepareHotel({ ...house, city, name, latitude: 10.12345 })
  return judgeHotels(a, prepareHotel({ ...house, city: otherCity, name: otherName, latitude: 10.1241 })).verdict
}

const SAME: readonly Named[] = [
  ['TR', 'Istanbul', 'Hilton Istanbul Bosphorus', 'Хилтон Стамбул Босфор', 'Стамбул'],
  ['TR', 'Istanbul', 'Swissôtel The Bosphorus Istanbul', 'سويس أوتيل ذا بوسفورس إسطنبول', 'إسطنبول'],
  ['TR', 'İstanbul', 'Pera Palace Hotel', 'Pera Palas Oteli', 'Istanbul'],
  ['MA', 'Marrakech', 'La Mamounia Marrakech', 'المامونية مراكش', 'مراكش'],
  ['CN', 'Beijing', 'The Peninsula Beijing', '北京王府半岛酒店', '北京'],
  ['CN', 'Guangzhou', 'China Hotel, A Marriott Hotel, Guangzhou', '广州中国大酒店', '广州'],
  ['CN', 'Chengdu', 'InterContinental Chengdu Global Center', '成都环球中心洲际酒店', '成都'],
  ['CN', 'Shenzhen', 'Futian Shangri-La, Shenzhen', '深圳福田香格里拉大酒店', '深圳'],
  ['JP', 'Fukuoka', 'Hotel Nikko Fukuoka', 'ホテル日航福岡', '福岡'],
  ['JP', 'Nagoya', 'Nagoya Marriott Associa Hotel', '名古屋マリオットアソシアホテル', '名古屋'],
  ['JP', 'Yokohama', 'Yokohama Royal Park Hotel', '横浜ロイヤルパークホテル', '横浜'],
  [
    'JP',
    'Tokyo',
    'Richmond Hotel Premier Asakusa International',
    'リッチモンドホテルプレミア浅草インターナショナル',
    '東京',
  ],
  ['KR', 'Seoul', 'Grand Hyatt Seoul', '그랜드 하얏트 서울', '서울'],
  ['KR', 'Jeju', 'The Shilla Jeju', '제주신라호텔', '제주'],
  ['KR', 'Seoul', 'Four Points by Sheraton Seoul, Namsan', '포포인츠 바이 쉐라톤 서울 남산', '서울'],
  ['TH', 'Phuket', 'Patong Beach Hotel', 'โรงแรมป่าตองบีช', 'ภูเก็ต'],
  ['TH', 'Bangkok', 'Shangri-La Hotel, Bangkok', 'โรงแรมแชงกรี-ลา กรุงเทพฯ', 'กรุงเทพมหานคร'],
  ['RU', 'Moscow', 'Metropol Hotel Moscow', 'Отель Метрополь', 'Москва'],
  ['RU', 'Sochi', 'Swissôtel Resort Sochi Kamelia', 'Свиссотель Резорт Сочи Камелия', 'Сочи'],
  ['RU', 'Kazan', 'Hotel Nogai', 'Гостиница Ногай', 'Казань'],
  ['BG', 'Sofia', 'Grand Hotel Sofia', 'Гранд Хотел София', 'София'],
  ['RS', 'Beograd', 'Hotel Moskva Belgrade', 'Хотел Москва Београд', 'Belgrade'],
  ['GR', 'Rhodes', 'Rodos Palace Hotel', 'Ξενοδοχείο Ρόδος Παλάς', 'Ρόδος'],
  ['IL', 'Eilat', 'Isrotel Royal Beach', 'ישרוטל רויאל ביץ אילת', 'אילת'],
  ['IL', 'Haifa', 'Dan Carmel Haifa', 'דן כרמל חיפה', 'חיפה'],
  ['SA', 'Jeddah', 'Rosewood Jeddah', 'فندق روزوود جدة', 'جدة'],
  ['QA', 'Doha', 'Grand Hyatt Doha Hotel & Villas', 'جراند حياة الدوحة', 'الدوحة'],
  ['IN', 'Jaipur', 'Rambagh Palace', 'रामबाग पैलेस', 'जयपुर'],
  ['AM', 'Yerevan', 'Ibis Yerevan Center', 'Իբիս Երևան Կենտրոն', 'Երևան'],
  ['GE', 'Batumi', 'Hilton Batumi', 'ჰილტონი ბათუმი', 'ბათუმი'],
  ['UA', 'Lviv', 'Grand Hotel Lviv', 'Гранд Готель Львів', 'Львів'],
  ['HU', 'Budapest', 'Hotel Gellért', 'Danubius Hotel Gellért', 'Budapest'],
  ['DK', 'København', 'Hotel Kong Arthur', 'Kong Arthur Copenhagen', 'Copenhagen'],
  ['FI', 'Helsinki', 'Hotel Kämp', 'Hotel Kamp, a Luxury Collection Hotel', 'Helsinki'],
  ['NO', 'Oslo', 'Thon Hotel Opera', 'Hotel Opera Oslo', 'Oslo'],
  ['PE', 'Lima', 'Casa Andina Premium Miraflores', 'Hotel Casa Andina Premium Miraflores Lima', 'Lima'],
  ['US', 'Honolulu', 'Hilton Hawaiian Village Waikiki Beach Resort', 'Hilton Hawaiian Village', 'Honolulu'],
  ['US', 'San Francisco', 'The Westin St. Francis San Francisco on Union Square', 'Westin St Francis', 'San Francisco'],
  ['FR', 'Nice', 'Hôtel Negresco', 'Le Negresco Nice', 'Nice'],
  ['ES', 'Sevilla', 'Hotel Alfonso XIII, a Luxury Collection Hotel, Seville', 'Hotel Alfonso 13', 'Sevilla'],
  ['PL', 'Gdańsk', 'Hotel Hanza', 'Hanza Hotel Gdansk', 'Danzig'],
]

/** Houses of one brand or one name in one city. */
const NOT_SAME: readonly Named[] = [
  ['CN', 'Shanghai', 'Pudong Shangri-La', '上海静安香格里拉大酒店', '上海'],
  ['JP', '京都', 'ダイワロイネットホテル京都四条烏丸', 'Daiwa Roynet Hotel Kyoto Ekimae', 'Kyoto'],
  ['RU', 'Moscow', 'Отель Космос', 'Hotel Izmailovo', 'Москва'],
  ['KR', 'Seoul', '롯데호텔 월드', 'Lotte Hotel Seoul', '서울'],
  ['AE', 'Dubai', 'ايبيس ديرة سيتي سنتر', 'ibis Al Barsha Dubai', 'دبي'],
  ['JP', 'Tokyo', '新宿ワシントンホテル本館', 'Shinjuku Washington Hotel Annex', '東京'],
  ['IL', 'Tel Aviv', 'דן תל אביב', 'Dan Panorama Tel Aviv', 'תל אביב'],
  ['TH', 'Bangkok', 'เซ็นทารา วอเตอร์เกต พาวิลเลียน', 'Centara Grand at CentralWorld', 'กรุงเทพ'],
]

describe('names in many scripts and languages', () => {
  it.each(SAME)('%s, %s: %s is %s', (...named) => {
    expect(atOneHouse(named)).toBe('SAME')
  })

  it.each(NOT_SAME)('%s, %s: %s is not called %s', (...named) => {
    expect(atOneHouse(named)).not.toBe('SAME')
  })
})
