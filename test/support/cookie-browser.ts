/** A browser without pages: it keeps cookies by host and path, and follows redirects one by one. */
export type CookieBrowser = {
  /** One request; redirects are answers. */
  readonly ask: (url: string, init?: RequestInit) => Promise<Response>
  /** Follows redirects from `url` until an answer is none, or leads to where `stop` says. Returns where it is, and the answer. */
  readonly go: (
    url: string,
    options?: { readonly init?: RequestInit; readonly stop?: (url: URL) => boolean },
  ) => Promise<{ readonly url: string; readonly answer: Response }>
  /** The value of a cookie that is sent to `url`. */
  readonly cookie: (url: string, name: string) => string | undefined
  readonly put: (url: string, name: string, value: string) => void
}

type Kept = { readonly host: string; readonly path: string; readonly name: string; readonly value: string }

const MOST_STEPS = 20

export function cookieBrowser(): CookieBrowser {
  let kept: Kept[] = []

  function put(cookie: Kept): void {
    kept = kept.filter(({ host, path, name }) => host !== cookie.host || path !== cookie.path || name !== cookie.name)
    if (cookie.value !== '') kept.push(cookie)
  }

  function sentTo({ host, pathname }: URL): readonly Kept[] {
    return kept.filter((cookie) => cookie.host === host && pathname.startsWith(cookie.path))
  }

  async function ask(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const cookie = sentTo(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const headers = { ...(init.headers as Record<string, string> | undefined), ...(cookie === '' ? {} : { cookie }) }
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const at = pair.indexOf('=')
      const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/'
      const isGone = attributes.some((one) => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one))
      put({ host: url.host, path, name: pair.slice(0, at), value: isGone ? '' : pair.slice(at + 1) })
    }
    return answer
  }

  return {
    ask,
    go: async (address, { init, stop = () => false } = {}) => {
      let url = address
      let answer = await ask(url, init)
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const location = answer.headers.get('location')
        if (location === null) break
        const next = new URL(location, url)
        url = next.href
        if (stop(next)) break
        answer = await ask(url)
      }
      return { url, answer }
    },
    cookie: (url, name) => sentTo(new URL(url)).find((cookie) => cookie.name === name)?.value,
    put: (url, name, value) => {
      const { host, pathname: path } = new URL(url)
      put({ host, path, name, value })
    },
  }
}
