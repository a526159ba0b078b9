import type { Config } from '../../brand/config.ts'
import { paymentVendor } from '../../kit/vendors/payment-vendors.ts'

/**
 * Whether the partner offers Pix: the content bundle enables it, the provider is Mercado Pago and the currency is
 * BRL.
 */
export const canPayByPix = (config: Pick<Config, 'pixEnabled' | 'paymentProvider' | 'currency'>): boolean =>
  config.pixEnabled && paymentVendor(config.paymentProvider)?.hasPix === true && config.currency === 'BRL'

/**
 * Whether a text can be a Pix code: it has the common prefix and ends with the checksum of all before it (EMV merchant
 * QR, CRC-16/CCITT-FALSE). A truncated or altered code is refused by banks.
 */
export function isPixCode(code: string | undefined): code is string {
  const parts = /^(000201.{10,500}6304)([0-9A-F]{4})$/s.exec(code ?? '')
  return parts !== null && checksum(parts[1] ?? '') === parts[2]
}

/** Over UTF-8 bytes; four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Abbreviates a code for display; its ends suffice to recognise it. */
export const shortCode = (code: string): string => (code.length <= 24 ? code : `${code.slice(0, 14)}…${code.slice(-6)}`)
