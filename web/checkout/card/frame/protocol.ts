import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import type { CardType } from '@cuida/core/checkout/order/order.ts'

// What the app and the card form say to each other (docs/decisions/0032). They are of two origins: the app opens a
// channel to the form's exact origin, the form takes it from the app's exact origins only. What is typed never crosses.

/** For a card that is new here, and the price that it may pay in parts; or for the security code of one that the provider knows. */
export type TypedForm =
  | { kind: 'newCard'; document: string; amount?: number }
  | { kind: 'securityCode'; cardId: string; cardType: CardType }
/** The bank's question about a payment: no form of ours. */
export interface Challenge {
  kind: 'challenge'
  url: string
  request: string
}
export type FrameForm = TypedForm | Challenge

/** In which parts a card may pay: as its bank offers it, or why that is not known. */
export type InstallmentOffer = InstallmentOption[] | 'none' | 'asking' | 'unknown'

/** Values of the app's own custom properties, and which of the two schemes they are of. */
export interface FrameTheme {
  scheme: 'light' | 'dark'
  properties: Record<string, string>
}

/** `now`: the server's time in milliseconds since 1970, which the frame has no other way to know. */
export type ToFrame =
  | { type: 'open'; form: FrameForm; lang: string; messages: Record<string, string>; theme: FrameTheme; now: number }
  | { type: 'theme'; theme: FrameTheme }
  | { type: 'submit' }
  /** The price has changed. */
  | { type: 'amount'; amount: number }
  /** The frame has the focus now: it goes to what is wrong. */
  | { type: 'focus' }

export type FrameField = 'number' | 'holder' | 'expiry' | 'securityCode' | 'document'

/** What is left of a card after the provider has it: nothing that could be charged by anybody else. */
export interface TokenisedCard {
  cardToken: string
  /** The form that a MONEI token is bound to. */
  sessionId: string
  cardholderName?: string
  cardType?: CardType
  maskedCardNumber?: string
}

/** Why there is no token, where no field is to blame. */
export type FrameFailure = 'OFFLINE' | 'UNAVAILABLE' | 'BAD_CARD_DETAILS'

export type FromFrame =
  | { type: 'ready' }
  | { type: 'height'; px: number }
  /** Enter was pressed in a field. */
  | { type: 'enter' }
  /** This stretch of the form, in pixels from its top, should be in view. */
  | { type: 'reveal'; top: number; bottom: number }
  /** Which fields are wrong, and how; never what is in them. */
  | { type: 'problems'; problems: { field: FrameField; code: string }[] }
  /** What the number says of parts; nothing of the number itself. */
  | { type: 'installments'; offer: InstallmentOffer }
  /** The bank is done with its question. */
  | { type: 'complete' }
  | { type: 'failed'; code: FrameFailure }
  | { type: 'token'; card: TokenisedCard }

/** Locale keys of the messages that the form may show. */
export const MESSAGE_KEYS = [
  ...['number', 'number.REQUIRED', 'number.INVALID', 'number.UNSUPPORTED'],
  ...['holder', 'holder.REQUIRED', 'holder.INVALID'],
  ...['expiry', 'expiry.REQUIRED', 'expiry.INVALID', 'expiry.EXPIRED'],
  ...['securityCode', 'securityCode.REQUIRED', 'securityCode.INVALID', 'securityCode.WANTS_3', 'securityCode.WANTS_4'],
  ...['document', 'documentHint', 'document.REQUIRED', 'document.INVALID'],
  ...['brand.visa', 'brand.master', 'brand.amex', 'bankFrame'],
].map((name) => `checkout.card.${name}`)
export const UI_MESSAGE_KEYS = [
  ...['month', 'monthExample', 'year', 'yearExample', 'codeOnFront', 'codeOnBack'].map((name) => `ui.card.${name}`),
  'ui.errorSummary.title',
]

/** The custom properties of the theme that the form draws with. */
export const PROPERTIES = [
  ...['--bg', '--surface', '--sunken', '--ink', '--ink-2', '--ink-3', '--line', '--line-strong'],
  ...['--brand', '--brand-hover', '--danger', '--focus', '--shape'],
]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isStringRecord = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((translate) => typeof translate === 'string')

export function isTheme(value: unknown): value is FrameTheme {
  return isObject(value) && (value.scheme === 'light' || value.scheme === 'dark') && isStringRecord(value.properties)
}

/** Accepts a message of the app only in this shape. */
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
