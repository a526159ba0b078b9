/** ITU-T E.164: calling codes have one, two or three digits; these are the ones with fewer than three. */
const CALLING_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * "+34 61•••••78": 2 leading characters and the tail after 7 (B9.8), counted on the national number: with the calling
 * code a Brazilian mobile would show 7 of its 11 digits.
 */
export function maskPhoneNumber(number: string): string {
  const [code = ''] = CALLING_CODE.exec(number) ?? []
  const national = number.slice(code.length)
  const hidden = '•'.repeat(Math.max(0, Math.min(5, national.length - 2)))
  return `${code && `${code} `}${national.slice(0, 2)}${hidden}${national.slice(7)}`
}
