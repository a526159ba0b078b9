import type { Vendor } from './vendors.ts'

/** What those who take payments differ in. Whoever adds one answers each line. */
interface PaymentVendor {
  /** As it calls itself. */
  name: string
  hasPix: boolean
  /** A card is charged against a CPF. */
  asksDocument: boolean
  /** A card pays in parts. */
  knowsParts: boolean
  /** The bank asks its question in a frame of ours. */
  asksInFrame: boolean
  hasSubscriptions: boolean
  /** Its documents tell of a call and a notification for disputes; otherwise it writes to people. */
  tellsOfDisputes: boolean
}

export const PAYMENT_VENDORS: Readonly<Record<Vendor<'payments'>, PaymentVendor>> = {
  monei: {
    name: 'MONEI',
    hasPix: false,
    asksDocument: false,
    knowsParts: false,
    asksInFrame: false,
    hasSubscriptions: true,
    tellsOfDisputes: false,
  },
  mercadopago: {
    name: 'Mercado Pago',
    hasPix: true,
    asksDocument: true,
    knowsParts: true,
    asksInFrame: true,
    hasSubscriptions: false,
    tellsOfDisputes: true,
  },
}

/** Undefined where nobody takes payments, and for a name that was stored by another version. */
export const paymentVendor = (name: string): PaymentVendor | undefined =>
  new Map<string, PaymentVendor>(Object.entries(PAYMENT_VENDORS)).get(name)
