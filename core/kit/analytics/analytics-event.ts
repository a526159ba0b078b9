import type { Currency } from '../shapes.ts'

interface Amount {
  /** In minor units. */
  value: number
  currency: Currency
}

/** Digests (SHA-256, hex) of a new account holder's contact data (A2.42), and nothing else. */
export interface ContactDigests {
  email: string
  phone: string
  firstName: string
  lastName: string
}

/**
 * All analytics events. They contain no product, question or personal id; a path is only its pattern,
 * `/consultations/:id`. `order` lets the analytics provider drop duplicates: a digest that is used nowhere else.
 */
export type AnalyticsEvent =
  | { name: 'page_view'; screen: string; path: string }
  | { name: 'login' }
  | { name: 'sign_up'; who?: ContactDigests }
  | ({ name: 'begin_checkout' } & Amount)
  | ({ name: 'add_payment_info'; way: 'card' | 'pix' | 'wallet' | 'free' } & Amount)
  | ({ name: 'purchase'; order: string } & Amount)

type Test = (value: unknown) => boolean
type Members = Record<string, Test>

function like(pattern: RegExp): Test {
  return (value) => typeof value === 'string' && pattern.test(value)
}
const amount: Members = {
  value: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  currency: like(/^(EUR|BRL|USD)$/),
}
const digest = like(/^[0-9a-f]{64}$/)
const WHO: Members = { email: digest, phone: digest, firstName: digest, lastName: digest }

/** Hand-written checks: the first screens load this module, and schemas would add more code to them. */
const SHAPES: { readonly [K in AnalyticsEvent['name']]: Members } = {
  page_view: { screen: like(/^[a-zA-Z]{1,40}$/), path: like(/^\/[a-zA-Z/:?-]{0,80}$/) },
  login: {},
  sign_up: { who: (value) => value === undefined || isOf(WHO, value) },
  begin_checkout: amount,
  add_payment_info: { ...amount, way: like(/^(card|pix|wallet|free)$/) },
  purchase: { ...amount, order: like(/^[0-9a-f]{20}$/) },
}

/** Whether a value is exactly one of these events; anything else is not sent. */
export function isAnalyticsEvent(event: unknown): event is AnalyticsEvent {
  if (typeof event !== 'object' || event === null || !('name' in event)) return false
  const { name, ...rest } = event
  return typeof name === 'string' && Object.hasOwn(SHAPES, name) && isOf(SHAPES[name as AnalyticsEvent['name']], rest)
}

function isOf(members: Members, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
  return (
    Object.keys(record).every((key) => Object.hasOwn(members, key)) &&
    Object.entries(members).every(([key, test]) => test(record[key]))
  )
}

/** Converts minor units to whole ones; all supported currencies have hundredths. */
export const toMajorUnits = (value: number): number => value / 100
