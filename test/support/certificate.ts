import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate for `host` that signs itself, made here because a file of it would expire one day. */
export function certificateFor(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(host)))))
  const validity = sequence(...[-1, 1].map((days) => der(0x17, utcTime(Date.now() + days * 86_400_000))))
  const names = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(names)),
  )
  const signature = sign('sha256', signed, privateKey)
  const whole = sequence(signed, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** A value of DER: its tag, its length and its content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  // As short as can be: Go's reader takes nothing else.
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

function sequence(...content: readonly Buffer[]): Buffer {
  return der(0x30, ...content)
}

function set(...content: readonly Buffer[]): Buffer {
  return der(0x31, ...content)
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))

/** YYMMDDHHMMSSZ. */
function utcTime(at: number): Buffer {
  return Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`)
}
