import { MINUTE_MS } from '../../../domain/time.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import { createTokenSeal } from '../stock/token.ts'

/** How long a shopping link is valid. */
export const LINK_LIFE_MS = 30 * MINUTE_MS

/** The purpose of a link: a token of one kind is not valid for another. */
export type LinkKind = 'price_check' | 'book' | 'additional_rates' | 'retrieve' | 'resume' | 'release' | 'cancel_room'

export const { sealToken, openToken } = createTokenSeal<LinkKind>(SANDBOX_CREDENTIALS.expedia_rapid.sharedSecret)
