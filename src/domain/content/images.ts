import type { ListedImage } from '../listing.ts'
import { cleanLine } from './clean-text.ts'
import type { ImageSize, PageImage } from './page-content.ts'
import { textsOf } from './texts.ts'

const MAX_URL = 2_000
const MAX_CAPTION = 300
const MAX_CATEGORY = 64

/**
 * The address of something on the web, normalized: what is no mark-up in a URL is encoded. Null for anything else, such as
 * `javascript:`, and for an address with a password in it.
 */
export function webUrl(raw: string): string | null {
  const url = raw.length <= MAX_URL && URL.canParse(raw) ? new URL(raw) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href.length <= MAX_URL ? url.href : null
}

/** The same picture is often listed with `http:` and `https:`. */
function pictureOf(url: string): string {
  return url.replace(/^https?:/, '')
}

/**
 * Pictures in the order in which they are shown, each once: the one that the source puts first, then in its order. A picture without
 * any address on the web is left out, as are its sizes that another picture has already.
 */
export function pageImages(listed: readonly ListedImage[], most: number): PageImage[] {
  const inOrder = listed.toSorted((a, b) => Number(b.isHero) - Number(a.isHero) || a.order - b.order)
  const seen = new Set<string>()
  const images: PageImage[] = []
  for (const image of inOrder) {
    if (images.length === most) break
    const sizes = imageSizes(image.urls).filter(({ url }) => !seen.has(pictureOf(url)))
    if (sizes.length === 0) continue
    for (const { url } of sizes) seen.add(pictureOf(url))
    images.push({
      sizes,
      captions: textsOf(image.captions, (raw) => cleanLine(raw, MAX_CAPTION)),
      category: cleanLine(image.category ?? '', MAX_CATEGORY) || null,
      isMain: images.length === 0,
    })
  }
  return images
}

/** The most sizes of a picture that are kept: suppliers have up to seven. */
const MOST_SIZES = 8

/** By width, the largest first; the width `0` stands for one that the source does not tell. */
function imageSizes(urls: Readonly<Record<string, string>>): ImageSize[] {
  const seen = new Set<string>()
  return Object.entries(urls)
    .map(([width, raw]) => ({ width: Number.parseInt(width, 10) || 0, url: webUrl(raw) }))
    .sort((a, b) => b.width - a.width)
    .flatMap(({ width, url }) => {
      if (url === null || seen.has(pictureOf(url))) return []
      seen.add(pictureOf(url))
      return [{ width: width > 0 ? width : null, url }]
    })
    .slice(0, MOST_SIZES)
}
