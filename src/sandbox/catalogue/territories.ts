import { type CityRow, city } from './city-row.ts'

/**
 * Cities in territories whose country code suppliers disagree about. Only the suppliers' content has hotels there: the catalogue
 * has no such places.
 */
export const TERRITORY_CITIES: readonly CityRow[] = [
  city(
    1863,
    'HK',
    'Asia/Hong_Kong',
    [22.3193, 114.1694],
    ['Hong Kong', 'Hong Kong', 'Hongkong', '香港', 'هونغ كونغ'],
    '香港',
    [0, 3, 1_300, 0],
    '{n} {s}, Hong Kong',
    'Nathan Lane|Harbour Road|Temple Street|Garden Road',
  ),
  city(
    1864,
    'PR',
    'America/Puerto_Rico',
    [18.4655, -66.1057],
    ['San Juan', 'San Juan', 'San Juan', 'サンフアン', 'سان خوان'],
    'San Juan',
    [0, 3, 1_000, 0],
    '{n} {s}, San Juan',
    'Calle del Sol|Calle de la Luna|Avenida del Parque|Calle Mayor',
  ),
  city(
    1865,
    'GP',
    'America/Guadeloupe',
    [16.2412, -61.5361],
    ['Pointe-à-Pitre', 'Pointe-à-Pitre', 'Pointe-à-Pitre', 'ポワンタピートル', 'بوانت آ بيتر'],
    'Pointe-à-Pitre',
    [0, 2, 900, 0],
    '{n} {s}, Pointe-à-Pitre',
    'rue de la Plage|rue du Port|avenue des Palmiers|rue du Marché',
  ),
]
