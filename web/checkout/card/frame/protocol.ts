import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import type { CardType } from '@cuida/core/checkout/order/order.ts'

// Messages between the app and the card form (docs/decisions/0032). They have different origins: the app opens a
// channel to the form's exact origin, and the form accepts it from the app's exact origins only. Typed card data
// never crosses.

/** A new card, with what is known of its payer and the price that it may pay in installments. */
export interface NewCardForm {
  kind: 'newCard'
  /** The account holder's name; the patient may change it. Absent from an app older than this page. */
  holder?: string
  document: string
  amount?: number
}
/** A new card, or only the security code of a saved one. */
export type TypedForm = NewCardForm | { kind: 'securityCode'; cardId: string; cardType: CardType }
/** The bank's challenge about a payment; its form is not ours. */
export interface Challenge {
  kind: 'challenge'
  url: string
  request: string
}
export type FrameForm = TypedForm | Challenge

/** Installments that the card's bank offers, or why they are unknown. */
export type InstallmentOffer = InstallmentOption[] | 'none' | 'asking' | 'unknown'

/** Values of the app's CSS custom properties and its colour scheme. */
export interface FrameTheme {
  scheme: 'light' | 'dark'
  properties: Record<string, string>
}

/** `now`: the server's time in milliseconds since 1970, which the frame cannot get otherwise. */
export type ToFrame =
  | { type: 'open'; form: FrameForm; lang: string; messages: Record<string, string>; theme: FrameTheme; now: number }
  | { type: 'theme'; theme: FrameTheme }
  | { type: 'submit' }
  /** The price changed. */
  | { type: 'amount'; amount: number }
  /** The app focused the frame: the form focuses the invalid field. */
  | { type: 'focus' }

export type FrameField = 'number' | 'holder' | 'expiry' | 'securityCode' | 'document'

/** What remains of a card after tokenisation; only we can charge it. */
export interface TokenisedCard {
  cardToken: string
  /** The form that a MONEI token is bound to. */
  sessionId: string
  cardholderName?: string
  cardType?: CardType
  maskedCardNumber?: string
}

/** Why there is no token, when no field is invalid. */
export type FrameFailure = 'OFFLINE' | 'UNAVAILABLE' | 'BAD_CARD_DETAILS'

export type FromFrame =
  | { type: 'ready' }
  | { type: 'height'; px: number }
  /** Enter was pressed in a field. */
  | { type: 'enter' }
  /** This part of the form, in pixels from its top, should be in view. */
  | { type: 'reveal'; top: number; bottom: number }
  /** Invalid fields and their problem codes, never their values. */
  | { type: 'problems'; problems: { field: FrameField; code: string }[] }
  /** Installments that the number's bank offers; no part of the number. */
  | { type: 'installments'; offer: InstallmentOffer }
  /** The bank's challenge is complete. */
  | { type: 'complete' }
  | { type: 'failed'; code: FrameFailure }
  | { type: 'token'; card: TokenisedCard }

/** Locale keys of the messages that the form may show. */
export const MESSAGE_KEYS = [
  ...['number', 'number.REQUIRED', 'number.INVALID', 'number.UNSUPPORTED', 'number.UNSUPPORTED_IN_BRAZIL'],
  ...['holder', 'holder.REQUIRED', 'holder.INVALID'],
  ...['expiry', 'expiryExample', 'expiry.REQUIRED', 'expiry.INVALID', 'expiry.EXPIRED'],
  ...['securityCode', 'securityCode.REQUIRED', 'securityCode.INVALID', 'securityCode.WANTS_3', 'securityCode.WANTS_4'],
  ...['document', 'documentHint', 'document.REQUIRED', 'document.INVALID'],
  ...['brand.visa', 'brand.master', 'brand.amex', 'brand.elo', 'brand.hipercard', 'bankFrame'],
].map((name) => `checkout.card.${name}`)
export const UI_MESSAGE_KEYS = ['ui.card.codeOnFront', 'ui.card.codeOnBack', 'ui.errorSummary.title']

/** CSS custom properties of the theme that the form uses. */
export const THEME_PROPERTIES = [
  ...['--bg', '--surface', '--sunken', '--ink', '--ink-2', '--ink-3', '--line', '--line-strong'],
  ...['--brand', '--brand-hover', '--danger', '--focus', '--shape'],
]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isStringRecord = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((translate) => typeof translate === 'string')

export function isTheme(value: unknown): value is FrameTheme {
  return isObject(value) && (value.scheme === 'light' || value.scheme === 'dark') && isStringRecord(value.properties)
}

/** Validates the shape of a message from the app. */
export function isToFrame(value: unknown): value is ToFrame {
  if (!isObject(value)) return false
  if (value.type === 'submit' || value.type === 'focus') return true
  if (value.type === 'amount') return typeof value.amount === 'number'
  if (value.type === 'theme') return isTheme(value.theme)
  return value.type === 'open' && isObject(value.form) && isStringRecord(value.messages) && isTheme(value.theme)
}

const KINDS: readonly unknown[] = [
  'ready',
  'height',
  'enter',
  'reveal',
  'problems',
  'installments',
  'complete',
  'failed',
  'token',
]
export const isFromFrame = (value: unknown): value is FromFrame => isObject(value) && KINDS.includes(value.type)
