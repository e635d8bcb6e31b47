import { MINUTE_MS } from '../../../../domain/time.ts'
import { SANDBOX_CREDENTIALS } from '../../credentials.ts'
import { createTokenSeal } from '../../stock/token.ts'

/** How long the link of a file and of a next page is valid. */
export const CONTENT_LINK_LIFE_MS = 15 * MINUTE_MS

type ContentLink = 'file' | 'content_page' | 'inactive_page' | 'regions_page'

export const { sealToken, openToken } = createTokenSeal<ContentLink>(SANDBOX_CREDENTIALS.expedia_rapid.sharedSecret)
