import { createHmac, timingSafeEqual } from 'node:crypto'

/** A notification as it came: the address as the vendor called it, and the raw form. */
export interface RawNote {
  url: string
  body: string
  signature: string | undefined
}

/** The address as it was called, then every field by its name, without anything between (product 12.19). */
export function twilioSignature(authToken: string, url: string, body: string): string {
  const fields = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return createHmac('sha1', authToken)
    .update(url + fields.flat().join(''))
    .digest('base64')
}

export function isSignedByTwilio(authToken: string, { url, body, signature = '' }: RawNote): boolean {
  const expected = Buffer.from(twilioSignature(authToken, url, body))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
