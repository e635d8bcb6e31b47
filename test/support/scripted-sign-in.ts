import type { CookieBrowser } from './cookie-browser.ts'
import type { ScriptedProvider } from './scripted-provider.ts'
import { until } from './until.ts'

export type Begun = { readonly state: string; readonly nonce: string }

/** Claims with which everybody is content. */
export const GOOD_CLAIMS = {
  email: 'vera@example.com',
  email_verified: true,
  groups: ['gateway-viewers'],
  preferred_username: 'vera',
}

/** The steps of a sign-in at a scripted provider; `at` is where the console or the portal is. */
export function scriptedSignIn({ provider, at }: { readonly provider: ScriptedProvider; readonly at: string }) {
  /** Knocks, until the provider is known: after a failure nobody asks it for some seconds. */
  async function begin(browser: CookieBrowser, query = ''): Promise<Begun> {
    const location = await until('the way to the provider', async () => {
      const answer = await browser.ask(`${at}/sign-in/oidc${query}`)
      const to = answer.headers.get('location') ?? ''
      return to.startsWith(provider.issuer) ? to : null
    })
    const asked = new URL(location).searchParams
    return { state: asked.get('state') ?? '', nonce: asked.get('nonce') ?? '' }
  }

  /** Comes back from the provider; returns where the gateway leads. */
  async function comeBack(browser: CookieBrowser, parameters: Readonly<Record<string, string>>): Promise<string> {
    const asked = new URLSearchParams(parameters)
    const answer = await browser.ask(`${at}/sign-in/oidc/callback?${asked.toString()}`)
    if (answer.status !== 303 || answer.headers.get('cache-control') !== 'no-store')
      throw new Error(`${answer.status} is no way on, or may be kept`)
    return answer.headers.get('location') ?? ''
  }

  return {
    begin,
    comeBack,
    /** The whole way, with an ID token that is good but for `claims`. */
    walk: async (browser: CookieBrowser, claims: Readonly<Record<string, unknown>> = {}): Promise<string> => {
      const { state, nonce } = await begin(browser)
      provider.script.claims = { ...GOOD_CLAIMS, ...claims }
      return comeBack(browser, { code: nonce, state })
    },
    /** What the browser holds while it is under way. */
    pendingOf: (browser: CookieBrowser) => browser.cookie(`${at}/sign-in/oidc`, 'hdg_sign_in'),
    sessionOf: (browser: CookieBrowser) => browser.cookie(`${at}/`, 'hdg_console'),
  }
}
