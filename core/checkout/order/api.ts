import * as v from 'valibot'
import { OVERLAP_REFUSALS } from '../../booking/cart/api.ts'
import { Summary, Symptom } from '../../booking/cart/cart.ts'
import { call } from '../../kit/call.ts'
import { Currency, Id, Name, PastedText, SessionKey, Text } from '../../kit/shapes.ts'
import { WALLETS } from '../../kit/vendors/payment-vendors.ts'
import { VENDORS } from '../../kit/vendors/vendors.ts'
import { Address } from '../../profile/address/address.ts'
import { MAX_INSTALLMENTS } from '../card/installments.ts'
import { Discount } from '../price/discount.ts'
import { PromoProblem } from '../promo/promo.ts'
import { PROMO_REFUSALS } from '../promo/promo-api.ts'
import { CardType, Order, PaymentMethod } from './order.ts'

/** A price with its lines, so that the patient sees what they pay for (product 6.1). Amounts in minor units. */
export const Price = v.object({
  currency: Currency,
  total: v.number(),
  lines: v.array(
    v.object({
      kind: v.picklist(['product', 'companyDiscount', 'promoCode', 'referral', 'subscription']),
      name: v.string(),
      percentage: v.nullable(v.number()),
      amount: v.number(),
    }),
  ),
  /** The applied discount; null for none, or when a subscription pays. */
  discount: v.nullable(Discount),
  /** The smallest amount that a card can be charged; shown before the patient types one. */
  minimumCharge: v.number(),
  /** The code on the cart, whether or not it lowers the price. */
  promoCode: v.nullable(v.string()),
  /** Why the code does not apply. */
  warning: v.nullable(PromoProblem),
})
export type Price = v.InferOutput<typeof Price>

export const getPrice = call({
  method: 'GET',
  path: '/cart/:sessionKey/price',
  access: 'guest',
  priority: 'high',
  params: v.object({ sessionKey: SessionKey }),
  reply: Price,
  refusals: { CART_NOT_FOUND: 404, CART_EXPIRED: 409, PRODUCT_NOT_FOUND: 404 },
})

/** The card form's page, on its own origin, so that neither app nor API handles a card number (product 6.5). */
export const CardEntry = v.object({
  provider: v.picklist(VENDORS.payments),
  frameUrl: v.string(),
  /** The partner's wallets that the provider's account has now; the device decides which of them it shows. */
  wallets: v.array(v.picklist(WALLETS)),
})
export type CardEntry = v.InferOutput<typeof CardEntry>
export const getCardEntry = call({
  method: 'GET',
  path: '/payment/card-entry',
  access: 'access',
  priority: 'high',
  needs: 'payments',
  reply: CardEntry,
})

/** Refusals when an order is created, or another Pix code is requested. */
const ORDER_REFUSALS = {
  CART_NOT_FOUND: 404,
  PATIENT_NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  CART_EXPIRED: 409,
  CART_INCOMPLETE: 409,
  /** The cart's answers belong to another person, and the order contains none. */
  ANSWERS_FOR_ANOTHER: 409,
  SLOT_LOCK_EXPIRED: 409,
  SLOT_LOCK_NOT_FOUND: 409,
  ...OVERLAP_REFUSALS,
  OUT_OF_HOURS: 409,
  CLOSE: 409,
  ALREADY_WAITING: 409,
  AGE_NOT_SERVED: 409,
  NO_ACTIVE_SUBSCRIPTION: 409,
  ...PROMO_REFUSALS,
  PRICE_CHANGED: 409,
  /** The order names a discount that does not apply. The error's `discount` is the one that does. */
  DISCOUNT_NOT_APPLIED: 409,
  /** A consent document changed since the account holder agreed to it; existing bookings are not affected. */
  AGREEMENT_DUE: 409,
  CARD_NOT_FOUND: 404,
  /** The card's bank does not offer this installment plan as shown. The error's `parts` lists its present plans. */
  INSTALLMENTS_CHANGED: 409,
  PIX_DISABLED: 409,
  /** The partner does not offer this wallet. */
  WALLET_NOT_OFFERED: 409,
  /** The partner's invoices need a billing address, and neither the order nor the profile has one. */
  BILLING_ADDRESS_REQUIRED: 409,
  /** The order has a price, and this deployment has no payment provider. */
  NOT_OFFERED: 409,
} as const

export const createOrder = call({
  method: 'POST',
  path: '/order',
  repeat: 'replay',
  access: 'access',
  status: 202,
  body: v.object({
    cartSessionKey: SessionKey,
    productId: Text(1, 40),
    patientId: Id,
    paymentMethodInfo: v.object({
      type: PaymentMethod,
      /** For Pix: the payer's CPF, when it differs from the account's. */
      cpf: v.optional(Text(11, 20)),
    }),
    cardToken: v.optional(Text(8, 200)),
    /** Binds a MONEI token to the form that created it. */
    sessionId: v.optional(Text(1, 100)),
    cardholderName: v.optional(Name(2, 80)),
    cardType: v.optional(CardType),
    maskedCardNumber: v.optional(v.pipe(v.string(), v.regex(/^[*•]{2,16} ?\d{4}$/))),
    installments: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INSTALLMENTS)), 1),
    /** The total of all installments with interest, as shown to the patient; absent: the price, if that was shown. */
    shownInstallmentsTotal: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    deviceSessionId: v.optional(Text(1, 200)),
    /** The client can show a 3-D Secure challenge in a frame. Older clients cannot, so none is requested for them. */
    showsChallenge: v.optional(v.boolean()),
    saveCard: v.optional(v.boolean()),
    isSavedCard: v.optional(v.boolean()),
    /** The caller's saved card that pays. */
    savedCardId: v.optional(Id),
    symptoms: v.optional(v.array(Symptom)),
    summary: v.optional(Summary),
    /** Sets the cart's promo code, as `putPromoCode` does; refused with the code's problem. */
    promoCode: v.optional(PastedText(1, 60)),
    /** The discount that the patient expects, by code or name; refused if another one or none applies. */
    referralCode: v.optional(PastedText(1, 60)),
    discountName: v.optional(Text(1, 120)),
    /** The payer's home and billing address, stored with the order; absent: those of the profile. */
    homeAddress: v.optional(Address),
    billingAddress: v.optional(Address),
    /** The total shown to the patient, in minor units. It never sets the price; a different one refuses the order. */
    shownTotal: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  reply: v.object({ workflowId: Id }),
  refusals: { ...ORDER_REFUSALS, CARD_NUMBER_REFUSED: 400, IDEMPOTENCY_MISMATCH: 422 },
})

export const getOrder = call({
  method: 'GET',
  path: '/order/:id',
  access: 'access',
  priority: 'high',
  polled: true,
  params: v.object({ id: Id }),
  reply: Order,
  refusals: { ORDER_NOT_FOUND: 404 },
})

const ofOrder = v.object({ id: Id })

/**
 * Ends an open Pix code: the provider cancels it, then the order is FAILED (EXPIRED) and the slot stays held for
 * another attempt. A final order stays unchanged. The reply has the order's status; poll the order.
 */
export const cancelPix = call({
  method: 'POST',
  path: '/order/:id/pix/end',
  repeat: 'safe',
  access: 'access',
  status: 202,
  params: ofOrder,
  reply: v.object({ workflowId: Id }),
  refusals: { ORDER_NOT_FOUND: 404 },
})

/**
 * Ends an open 3-D Secure challenge: the provider cancels it, then the order is FAILED (CANCELLED) and the slot stays
 * held for another payment method. A payment that succeeded first counts. An order that is final or being processed
 * stays unchanged.
 */
export const endChallenge = call({
  method: 'POST',
  path: '/order/:id/challenge/end',
  repeat: 'safe',
  access: 'access',
  status: 202,
  params: ofOrder,
  reply: v.object({ workflowId: Id }),
  refusals: { ORDER_NOT_FOUND: 404 },
})

/**
 * Creates another Pix code for an unpaid one: a new order of the same cart at the same price. While the old order is
 * not FAILED its own id is returned, so that two codes are never open. Idempotent.
 */
export const renewPix = call({
  method: 'POST',
  path: '/order/:id/pix/again',
  repeat: 'replay',
  access: 'access',
  status: 202,
  params: ofOrder,
  reply: v.object({ workflowId: Id }),
  refusals: { ...ORDER_REFUSALS, ORDER_NOT_FOUND: 404 },
})
