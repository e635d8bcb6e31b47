import { startTcpProxy } from './tcp-proxy.ts'

/** An address for settings that name the gateway's own, such as `CONSOLE_URL`: it is known before the gateway has a port. */
export type Front = {
  readonly url: string
  /** From now on connections lead to where a gateway listens. */
  readonly leadTo: (url: string) => void
  readonly close: () => Promise<void>
}

/** Where nothing listens. */
const NOWHERE = 9

export async function openFront(): Promise<Front> {
  const { port, lead, close } = await startTcpProxy('127.0.0.1', NOWHERE)
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (url) => lead(Number(new URL(url).port)),
    close,
  }
}
