import * as v from 'valibot'
import { OVERLAP_REFUSALS } from '../../booking/cart/api.ts'
import { Summary, Symptom } from '../../booking/cart/cart.ts'
import { call } from '../../kit/call.ts'
import { Currency, Id, Name, PastedText, SessionKey, Text } from '../../kit/shapes.ts'
import { VENDORS } from '../../kit/vendors/vendors.ts'
import { Address } from '../../profile/address/address.ts'
import { MOST_PARTS } from '../card/parts.ts'
import { Discount } from '../price/discount.ts'
import { PromoProblem } from '../promo/promo.ts'
import { PROMO_REFUSALS } from '../promo/promo-api.ts'
import { CardType, Order, PaymentMethod } from './order.ts'

/** Line by line, so that everybody knows what they pay and why (product 6.1). Amounts in minor units. */
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
  /** The one that applies; null: none does, or a subscription pays. */
  discount: v.nullable(Discount),
  /** The least that a card can be charged: told before one is typed. */
  minimumCharge: v.number(),
  /** The code on the cart, whether it takes anything off or not. */
  promoCode: v.nullable(v.string()),
  /** Why it does not, if it does not. */
  warning: v.nullable(PromoProblem),
})
export type Price = v.InferOutput<typeof Price>

export const getPrice = call({
  method: 'GET',
  path: '/cart/:sessionKey/price',
  access: 'guest',
  params: v.object({ sessionKey: SessionKey }),
  reply: Price,
  refusals: { CART_NOT_FOUND: 404, CART_EXPIRED: 409, PRODUCT_NOT_FOUND: 404 },
})

/** Where the card form lives: on an origin of its own, so that neither our app nor our API sees a number (product 6.5). */
export const CardEntry = v.object({ provider: v.picklist(VENDORS.payments), frameUrl: v.string() })
export type CardEntry = v.InferOutput<typeof CardEntry>
export const getCardEntry = call({
  method: 'GET',
  path: '/payment/card-entry',
  access: 'access',
  needs: 'payments',
  reply: CardEntry,
})

/** Why a cart becomes no order, now or when another code is asked for. */
const ORDER_REFUSALS = {
  CART_NOT_FOUND: 404,
  PATIENT_NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  CART_EXPIRED: 409,
  CART_INCOMPLETE: 409,
  /** The answers in the cart were given for another person, and the order brings none of its own. */
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
  /** The order names a discount that does not apply. `discount` says which one does. */
  DISCOUNT_NOT_APPLIED: 409,
  /** A document of the account changed since its holder agreed to it; what they have booked is not touched by it. */
  AGREEMENT_DUE: 409,
  CARD_NOT_FOUND: 404,
  /** The card's bank does not offer these parts for this price as they were shown. `parts` says what it does offer. */
  INSTALLMENTS_CHANGED: 409,
  PIX_DISABLED: 409,
  /** The partner's invoices need one, and neither the order nor the profile has it. */
  BILLING_ADDRESS_REQUIRED: 409,
  /** It costs something, and this place takes no payments. */
  NOT_OFFERED: 409,
} as const

export const createOrder = call({
  method: 'POST',
  path: '/order',
  access: 'access',
  status: 202,
  body: v.object({
    cartSessionKey: SessionKey,
    productId: Text(1, 40),
    patientId: Id,
    paymentMethodInfo: v.object({
      type: PaymentMethod,
      /** Pix: the CPF of whoever pays, when it is not the account's own. */
      cpf: v.optional(Text(11, 20)),
    }),
    cardToken: v.optional(Text(8, 200)),
    /** Binds a MONEI token to the form that made it. */
    sessionId: v.optional(Text(1, 100)),
    cardholderName: v.optional(Name(2, 80)),
    cardType: v.optional(CardType),
    maskedCardNumber: v.optional(v.pipe(v.string(), v.regex(/^[*•]{2,16} ?\d{4}$/))),
    installments: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_PARTS)), 1),
    /** What all parts cost, interest included, as the patient was shown it; left out: the price, if that was shown. */
    shownPartsTotal: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    deviceSessionId: v.optional(Text(1, 200)),
    /** The app can show a bank's question in a frame: an app of before would leave its patient without one. */
    showsChallenge: v.optional(v.boolean()),
    saveCard: v.optional(v.boolean()),
    isSavedCard: v.optional(v.boolean()),
    /** Which of the caller's kept cards pays. */
    savedCardId: v.optional(Id),
    symptoms: v.optional(v.array(Symptom)),
    summary: v.optional(Summary),
    /** Put on the cart, as the promo-code call does; refused with the code's problem. */
    promoCode: v.optional(PastedText(1, 60)),
    /** By code, or by name: the discount that the payer counts on; refused if another one applies, or none. */
    referralCode: v.optional(PastedText(1, 60)),
    discountName: v.optional(Text(1, 120)),
    /** Where the payer lives and where the bill goes; the order keeps them. Left out: as the profile has them. */
    homeAddress: v.optional(Address),
    billingAddress: v.optional(Address),
    /** What the patient was shown, in minor units: never used as a price, but nobody pays another one unasked. */
    shownTotal: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  reply: v.object({ workflowId: Id }),
  refusals: { ...ORDER_REFUSALS, CARD_NUMBER_REFUSED: 400, IDEMPOTENCY_MISMATCH: 422 },
})

export const getOrder = call({
  method: 'GET',
  path: '/order/:id',
  access: 'access',
  polled: true,
  params: v.object({ id: Id }),
  reply: Order,
  refusals: { ORDER_NOT_FOUND: 404 },
})

const ofOrder = v.object({ id: Id })

/**
 * Ends a Pix code that is open: the provider gives it up, then the order is FAILED (EXPIRED), and the time waits for
 * another try. Does nothing to an order that is decided. The answer says how the order stands; poll it.
 */
export const endPix = call({
  method: 'POST',
  path: '/order/:id/pix/end',
  access: 'access',
  status: 202,
  params: ofOrder,
  reply: v.object({ workflowId: Id }),
  refusals: { ORDER_NOT_FOUND: 404 },
})

/**
 * Ends a bank's question about a card that is open: the provider gives it up, then the order is FAILED (CANCELLED), and the
 * time waits for another payment method. Money that was faster counts. Does nothing to an order that is decided or on its way.
 */
export const endChallenge = call({
  method: 'POST',
  path: '/order/:id/challenge/end',
  access: 'access',
  status: 202,
  params: ofOrder,
  reply: v.object({ workflowId: Id }),
  refusals: { ORDER_NOT_FOUND: 404 },
})

/**
 * Another code for what a Pix did not pay: a new order of the same cart, at the same price. While the old one is not
 * FAILED its own id is answered, so that no two codes are ever open. Asked twice, it answers the same order.
 */
export const renewPix = call({
  method: 'POST',
  path: '/order/:id/pix/again',
  access: 'access',
  status: 202,
  params: ofOrder,
  reply: v.object({ workflowId: Id }),
  refusals: { ...ORDER_REFUSALS, ORDER_NOT_FOUND: 404 },
})
