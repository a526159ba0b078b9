import type { Vendor } from './vendors.ts'

/** Differences between payment providers; a new one must set each field. */
interface PaymentVendor {
  /** The provider's own spelling. */
  name: string
  hasPix: boolean
  /** Card payments need a CPF. */
  asksDocument: boolean
  /** Cards can pay in installments. */
  offersInstallments: boolean
  /** The 3-D Secure challenge can be shown in a frame of the app. */
  asksInFrame: boolean
  hasSubscriptions: boolean
  /** The vendor's API has calls and webhooks for disputes; otherwise the vendor reports disputes by e-mail. */
  tellsOfDisputes: boolean
}

export const PAYMENT_VENDORS: Readonly<Record<Vendor<'payments'>, PaymentVendor>> = {
  monei: {
    name: 'MONEI',
    hasPix: false,
    asksDocument: false,
    offersInstallments: false,
    asksInFrame: false,
    hasSubscriptions: true,
    tellsOfDisputes: false,
  },
  mercadopago: {
    name: 'Mercado Pago',
    hasPix: true,
    asksDocument: true,
    offersInstallments: true,
    asksInFrame: true,
    hasSubscriptions: false,
    tellsOfDisputes: true,
  },
}

/** undefined without a payment provider, and for a name that another version stored. */
export const paymentVendor = (name: string): PaymentVendor | undefined =>
  new Map<string, PaymentVendor>(Object.entries(PAYMENT_VENDORS)).get(name)
