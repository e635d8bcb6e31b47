import { afterAll } from 'vitest'
import { type Front, openFront } from './front.ts'
import { type Started, useGateway } from './use-gateway.ts'

/** Where the gateway and its operators' port will be reached. */
type Addresses = { readonly url: string; readonly operatorUrl: string }

/**
 * As `useGateway`, for settings that name addresses of the gateway's own, such as `CONSOLE_URL`: `env` gets them before the gateway has a
 * port, and the started gateway has them as its `url` and `operatorUrl`.
 */
export function useFrontedGateway(
  use: (started: Started) => void,
  env: (addresses: Addresses) => Promise<Readonly<Record<string, string>>>,
): void {
  let fronts: { readonly url: Front; readonly operatorUrl: Front } | undefined

  useGateway(
    ({ gateway, ...started }) => {
      if (!fronts) throw new Error('no fronts')
      const { url, operatorUrl } = fronts
      url.leadTo(gateway.url)
      if (gateway.operatorUrl !== null) operatorUrl.leadTo(gateway.operatorUrl)
      use({ ...started, gateway: { ...gateway, url: url.url, operatorUrl: operatorUrl.url } })
    },
    {
      env: async () => {
        fronts = { url: await openFront(), operatorUrl: await openFront() }
        return env({ url: fronts.url.url, operatorUrl: fronts.operatorUrl.url })
      },
    },
  )

  afterAll(async () => {
    for (const front of Object.values(fronts ?? {})) await front.close()
  })
}
