import { createHmac, timingSafeEqual } from 'node:crypto'

/** A callback as received: the URL that Twilio called, and the raw form. */
export interface RawNote {
  url: string
  body: string
  signature: string | undefined
}

/** The called URL, then every field sorted by name, without separators (product 12.19). */
export function twilioSignature(authToken: string, url: string, body: string): string {
  const fields = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return createHmac('sha1', authToken)
    .update(url + fields.flat().join(''))
    .digest('base64')
}

export function isSignedByTwilio(authToken: string, { url, body, signature = '' }: RawNote): boolean {
  const expected = Buffer.from(twilioSignature(authToken, url, body))
  const actual = Buffer.from(signature)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
