import { between, hash32, pick } from '../../catalogue/hash.ts'
import type { LocalizedNames } from '../../catalogue/types.ts'
import { type DistortedRoom, PICTURE_KINDS, type Picture, type PictureKind } from '../distorted-listing.ts'
import type { Oddities } from '../oddities.ts'
import { languageOf } from './name.ts'

const CAPTIONS: Readonly<Record<PictureKind, LocalizedNames>> = {
  exterior: { en: 'Exterior', fr: 'Extérieur', de: 'Außenansicht', ja: '外観', ar: 'من الخارج' },
  lobby: { en: 'Lobby', fr: 'Hall', de: 'Lobby', ja: 'ロビー', ar: 'الردهة' },
  room: { en: 'Guestroom', fr: 'Chambre', de: 'Zimmer', ja: '客室', ar: 'غرفة' },
  bathroom: { en: 'Bathroom', fr: 'Salle de bain', de: 'Badezimmer', ja: 'バスルーム', ar: 'الحمام' },
  restaurant: { en: 'Restaurant', fr: 'Restaurant', de: 'Restaurant', ja: 'レストラン', ar: 'مطعم' },
  pool: { en: 'Pool', fr: 'Piscine', de: 'Schwimmbad', ja: 'プール', ar: 'مسبح' },
}

type Pictured = {
  readonly key: number
  readonly images: Oddities['images']
  /** How often the pictures were changed. */
  readonly edits: number
  readonly rooms: readonly DistortedRoom[]
}

function countOf({ key, images }: Pictured): number {
  if (images === 'NONE') return 0
  if (images === 'ONE') return 1
  return images === 'FORTY' ? 40 : between(hash32('pictures', key), 4, 12)
}

export function distortedPictures(pictured: Pictured): readonly Picture[] {
  const { key, images, edits, rooms } = pictured
  const pictures = Array.from({ length: countOf(pictured) }, (_, index): Picture => {
    const kind = index === 0 ? 'exterior' : pick(hash32('picture-kind', key, index), PICTURE_KINDS)
    // Each change replaces the first picture.
    const hash = hash32('picture', key, index, index === 0 ? edits : 0)
    return {
      hash,
      kind,
      caption: (language) => CAPTIONS[kind][languageOf(language)],
      room: kind === 'room' && rooms.length > 0 ? hash % rooms.length : null,
      isHero: index === 0,
    }
  })
  const [first, ...others] = pictures
  return images === 'REPEATED' && first ? [first, ...others.slice(0, -1), { ...first, isHero: false }] : pictures
}
