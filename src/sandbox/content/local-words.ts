import { THEMES } from '../catalogue/name-parts.ts'

/** Languages in whose script suppliers write hotels' names beside those of the catalogue. */
export const SCRIPT_LANGUAGES = ['el', 'ko', 'th', 'kk'] as const
export type ScriptLanguage = (typeof SCRIPT_LANGUAGES)[number]

/** The catalogue's themes as they sound, in the order of `THEMES`. */
const THEME_WORDS: Readonly<Record<ScriptLanguage, string>> = {
  el:
    'Ολντ Χάρμπορ|Ρίβερσαϊντ|Μάρκετ Σκουέρ|Μποτάνικαλ Γκάρντεν|Λάιτχαους|Νορθ Γκέιτ|Σάουθ Γκέιτ|Γκόλντεν Λάντερν|' +
    'Σίλβερ Μπερτς|Σίνταρ|Όλιβ Τρι|Όραντζ Μπλόσομ|Τζάσμιν|Ρόουζ Γκάρντεν|Παλμ Κορτ|Μπλου Λαγκούν|Κόραλ|Περλ|Άμπερ|' +
    'Σάφαϊρ|Έμεραλντ|Χαφ Μουν|Μόρνινγκ Σταρ|Σανράιζ|Σάνσετ|Χίλτοπ|Πανόραμα|Μπελβεντέρε|Στέισιον|Όπερα|' +
    'Μιουζίουμ Κουάρτερ|Γιουνιβέρσιτι|Ολντ Τάουν|Νιου Τάουν|Σίτι Σέντερ|Παρκ Βιου|Φάουντεν Κορτ|Λάιμπραρι|' +
    'Κλοκ Τάουερ|Στόουν Μπριτζ|Σίκρετ Γκάρντεν|Κόμπας|Άνκορ|Μέρτσαντ|Σιλκ Ρόουντ|Κάραβαν|Πίκοκ|Νάιτινγκεϊλ|Σουάλοου|' +
    'Φάλκον|Μπλου Χέρον|Ντόλφιν|Χοράιζον|Τέρας|Γκάλερι|Όρτσαρντ|Λότους|Τσέρι Μπλόσομ|Μέιπλ|Μούνλαϊτ',
  ko:
    '올드 하버|리버사이드|마켓 스퀘어|보타니컬 가든|라이트하우스|노스 게이트|사우스 게이트|골든 랜턴|실버 버치|시더|올리브 트리|' +
    '오렌지 블로섬|재스민|로즈 가든|팜 코트|블루 라군|코랄|펄|앰버|사파이어|에메랄드|하프 문|모닝 스타|선라이즈|선셋|힐탑|' +
    '파노라마|벨베데레|스테이션|오페라|뮤지엄 쿼터|유니버시티|올드 타운|뉴 타운|시티 센터|파크 뷰|파운틴 코트|라이브러리|' +
    '클락 타워|스톤 브리지|시크릿 가든|컴퍼스|앵커|머천트|실크로드|캐러밴|피콕|나이팅게일|스왈로우|팰컨|블루 헤론|돌핀|' +
    '호라이즌|테라스|갤러리|오차드|로터스|체리 블로섬|메이플|문라이트',
  th:
    'โอลด์ ฮาร์เบอร์|ริเวอร์ไซด์|มาร์เก็ต สแควร์|โบทานิคัล การ์เดน|ไลท์เฮาส์|นอร์ธ เกต|เซาธ์ เกต|โกลเด้น แลนเทิร์น|' +
    'ซิลเวอร์ เบิร์ช|ซีดาร์|โอลีฟ ทรี|ออเรนจ์ บลอสซั่ม|จัสมิน|โรส การ์เดน|ปาล์ม คอร์ท|บลู ลากูน|คอรัล|เพิร์ล|แอมเบอร์|' +
    'แซฟไฟร์|เอเมอรัลด์|ฮาล์ฟ มูน|มอร์นิ่ง สตาร์|ซันไรส์|ซันเซ็ท|ฮิลล์ท็อป|พาโนรามา|เบลเวเดียร์|สเตชั่น|โอเปร่า|' +
    'มิวเซียม ควอเตอร์|ยูนิเวอร์ซิตี้|โอลด์ ทาวน์|นิว ทาวน์|ซิตี้ เซ็นเตอร์|พาร์ค วิว|ฟาวน์เทน คอร์ท|ไลบรารี่|คล็อก ทาวเวอร์|' +
    'สโตน บริดจ์|ซีเคร็ท การ์เดน|คอมพาส|แองเคอร์|เมอร์แชนท์|ซิลค์ โรด|คาราวาน|พีค็อก|ไนติงเกล|สวอลโลว์|ฟอลคอน|' +
    'บลู เฮรอน|ดอลฟิน|ฮอไรซอน|เทอเรซ|แกลเลอรี่|ออร์ชาร์ด|โลตัส|เชอร์รี่ บลอสซั่ม|เมเปิล|มูนไลท์',
  kk:
    'Олд Харбор|Риверсайд|Маркет Сквер|Ботаникал Гарден|Лайтхаус|Норт Гейт|Саут Гейт|Голден Лантерн|Силвер Бёрч|Кедр|' +
    'Олив Три|Оранж Блоссом|Жасмин|Роуз Гарден|Палм Корт|Блю Лагун|Корал|Перл|Амбер|Сапфир|Эмеральд|Халф Мун|' +
    'Морнинг Стар|Санрайз|Сансет|Хиллтоп|Панорама|Бельведер|Стейшн|Опера|Музеум Квартер|Университи|Олд Таун|Нью Таун|' +
    'Сити Центр|Парк Вью|Фонтан Корт|Лайбрари|Клок Тауэр|Стоун Бридж|Сикрет Гарден|Компас|Анкор|Мерчант|Силк Роуд|' +
    'Караван|Пикок|Найтингейл|Своллоу|Фалькон|Блю Херон|Дельфин|Горизонт|Террас|Галерея|Орчард|Лотус|Черри Блоссом|' +
    'Мэйпл|Мунлайт',
}

/** By the English noun of a name. */
const NOUN_WORDS: Readonly<Record<string, Readonly<Record<ScriptLanguage, string>>>> = {
  'Grand Hotel': { el: 'Γκραντ Χοτέλ', ko: '그랜드 호텔', th: 'แกรนด์ โฮเทล', kk: 'Гранд Отель' },
  'Palace Hotel': { el: 'Παλάς Χοτέλ', ko: '팰리스 호텔', th: 'พาเลซ โฮเทล', kk: 'Палас Отель' },
  'Boutique Hotel': { el: 'Μπουτίκ Χοτέλ', ko: '부티크 호텔', th: 'บูติก โฮเทล', kk: 'Бутик Отель' },
  Aparthotel: { el: 'Απαρτχοτέλ', ko: '아파트호텔', th: 'อพาร์ทโฮเทล', kk: 'Апарт-отель' },
  Hotel: { el: 'Ξενοδοχείο', ko: '호텔', th: 'โรงแรม', kk: 'Отель' },
  Suites: { el: 'Σουίτς', ko: '스위트', th: 'สวีท', kk: 'Сьютс' },
  Hostel: { el: 'Χόστελ', ko: '호스텔', th: 'โฮสเทล', kk: 'Хостел' },
  Resort: { el: 'Ριζόρτ', ko: '리조트', th: 'รีสอร์ท', kk: 'Резорт' },
  'Guest House': { el: 'Ξενώνας', ko: '게스트하우스', th: 'เกสต์เฮาส์', kk: 'Гостевой дом' },
  Villa: { el: 'Βίλα', ko: '빌라', th: 'วิลล่า', kk: 'Вилла' },
}

/** By the English name of a chain. */
const CHAIN_WORDS: Readonly<Record<string, Readonly<Record<ScriptLanguage, string>>>> = {
  Aldermere: { el: 'Άλντερμιρ', ko: '알더미어', th: 'อัลเดอร์เมียร์', kk: 'Алдермир' },
  'Casa Velora': { el: 'Κάζα Βελόρα', ko: '카사 벨로라', th: 'คาซ่า เวโลร่า', kk: 'Каса Велора' },
  Nordhavel: { el: 'Νόρντχαβελ', ko: '노르드하벨', th: 'นอร์ดฮาเวล', kk: 'Нордхавел' },
  Solantis: { el: 'Σολάντις', ko: '솔란티스', th: 'โซแลนทิส', kk: 'Солантис' },
  'Kestrel & Finch': { el: 'Κέστρελ & Φιντς', ko: '케스트럴 앤 핀치', th: 'เคสเทรล แอนด์ ฟินช์', kk: 'Кестрел и Финч' },
  Marovelle: { el: 'Μαροβέλ', ko: '마로벨', th: 'มาโรเวลล์', kk: 'Маровель' },
  'Tamarind Gate': { el: 'Τάμαριντ Γκέιτ', ko: '타마린드 게이트', th: 'ทามารินด์ เกต', kk: 'Тамаринд Гейт' },
  Brightwharf: { el: 'Μπράιτγουορφ', ko: '브라이트워프', th: 'ไบรท์วาร์ฟ', kk: 'Брайтворф' },
  Quillon: { el: 'Κουίλον', ko: '퀼론', th: 'ควิลลอน', kk: 'Квиллон' },
  Pelorian: { el: 'Πελόριαν', ko: '펠로리안', th: 'เพโลเรียน', kk: 'Пелориан' },
  Zephyrine: { el: 'Ζεφυρίν', ko: '제피린', th: 'เซฟีรีน', kk: 'Зефирин' },
  Lanternhouse: { el: 'Λάντερνχαους', ko: '랜턴하우스', th: 'แลนเทิร์นเฮาส์', kk: 'Лантернхаус' },
}

const themes = SCRIPT_LANGUAGES.map((language) => [language, THEME_WORDS[language].split('|')] as const)

type Spelling = Readonly<Record<ScriptLanguage, string>>

/** The longest names first: `Grand Hotel` is not a `Hotel`. */
const WORDS: readonly (readonly [en: string, Spelling])[] = [
  ...Object.entries(CHAIN_WORDS),
  ...Object.entries(NOUN_WORDS),
  ...THEMES.map(({ en }, index) => [en, spellingAt(index)] as const),
].sort(([a], [b]) => b.length - a.length)

function spellingAt(index: number): Spelling {
  const found = Object.fromEntries(themes.map(([language, words]) => [language, words[index] ?? '']))
  return { el: found['el'] ?? '', ko: found['ko'] ?? '', th: found['th'] ?? '', kk: found['kk'] ?? '' }
}

/**
 * An English name without its city, as it is written in another script; null when a part of it is in no table (a neighbour's or
 * apartment's name).
 */
export function spelledIn(language: ScriptLanguage, nameWithoutCity: string): string | null {
  const parts: string[] = []
  let rest = nameWithoutCity.trim()
  while (rest !== '') {
    const word = WORDS.find(([en]) => rest === en || rest.startsWith(`${en} `))
    if (!word) return null
    parts.push(word[1][language])
    rest = rest.slice(word[0].length).trim()
  }
  return parts.join(' ')
}
