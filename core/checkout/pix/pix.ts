import type { Config } from '../../brand/config.ts'
import { paymentVendor } from '../../kit/vendors/payment-vendors.ts'

/** Whether this partner's patients may pay by Pix: the bundle says so, and only Mercado Pago has it, in reais. */
export const canPayByPix = (config: Pick<Config, 'pixEnabled' | 'paymentProvider' | 'currency'>): boolean =>
  config.pixEnabled && paymentVendor(config.paymentProvider)?.hasPix === true && config.currency === 'BRL'

/**
 * Whether a text can be a Pix code: it begins as they all do, and ends with the checksum of all before it (EMV merchant
 * QR, CRC-16/CCITT-FALSE). A code that was cut or altered on its way pays nothing, and a bank calls it invalid.
 */
export function isPixCode(code: string | undefined): code is string {
  const parts = /^(000201.{10,500}6304)([0-9A-F]{4})$/s.exec(code ?? '')
  return parts !== null && checksum(parts[1] ?? '') === parts[2]
}

/** Of UTF-8 bytes, four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** What is shown of a code: enough to recognise what was copied. */
export const shortCode = (code: string): string => (code.length <= 24 ? code : `${code.slice(0, 14)}…${code.slice(-6)}`)
