import { createCart, getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Cart, CartChange } from '@cuida/core/booking/cart/cart.ts'
import { type CartContent, emptyContent, mergeCart } from '@cuida/core/booking/cart/merge.ts'
import { findOverlongTexts } from '@cuida/core/booking/questions/answers.ts'
import type { Config } from '@cuida/core/brand/config.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { CARTS_AN_HOUR, SUMMARY_MAX } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { randomKey } from '../../kit/crypto/secrets.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { type Db, pipeline, type Sql, type Tx } from '../../kit/db/db.ts'
import { refuseLength } from '../../kit/http/free-text.ts'
import { serve } from '../../kit/http/serve.ts'
import { clientAddressOf } from '../../kit/limit/client-address.ts'
import type { RateLimit } from '../../kit/limit/rate-limit.ts'
import { consumePerAddress } from '../../kit/proof-of-work/proof-of-work.ts'
import { patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findProduct } from '../calendar/offer.ts'
import { releaseHeld } from '../calendar/slot-hold-store.ts'
import {
  findCart,
  insertCart,
  lockCart,
  type StoredCart,
  saveCart,
  saveCartIfUnchanged,
  toApiCart,
} from './cart-store.ts'

const CARTS_PER_ADDRESS: RateLimit = { name: 'cart', most: CARTS_AN_HOUR, seconds: 3_600 }
/** Product 5.2 asks for at least 128 bits. */
const KEY_BITS = 160

export function cartRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, createCart, async (change, { db, caller, locale, refuse, request }) => {
    await consumePerAddress(services, request, CARTS_PER_ADDRESS)
    const product = (await findProduct(services, change.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    refuseLong(change, product, services.config)
    const people = await peopleOf(db, caller?.accountId, change)
    if (change.patientId && !people.includes(change.patientId)) refuse('PATIENT_NOT_FOUND')
    const content = mergeCart(
      emptyContent(product.id),
      { ...change, productId: product.id },
      keysOf(product),
      people[0],
    )
    const sessionKey = randomKey(KEY_BITS)
    const source = secrets.label('source', clientAddressOf(request))
    return saved(sessionKey, await insertCart(db, sessionKey, caller?.accountId, source, content))
  })

  serve(app, services, updateCart, async ({ sessionKey, ...change }, { db, caller, locale, refuse }) => {
    const product = (await findProduct(services, change.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    refuseLong(change, product, services.config)
    const people = await peopleOf(db, caller?.accountId, change)
    if (change.patientId && !people.includes(change.patientId)) refuse('PATIENT_NOT_FOUND')
    const accountId = caller?.accountId
    const changed = (cart: StoredCart): CartContent => {
      if (cart.isExpired || cart.isOrdered) refuse('CART_EXPIRED')
      return mergeCart(cart.content, { ...change, productId: product.id }, keysOf(product), people[0])
    }
    const cart = (await findCart(db, sessionKey, accountId)) ?? refuse('CART_NOT_FOUND')
    const asRead = await saveAsRead(db, cart, changed(cart))
    if (asRead) return saved(sessionKey, asRead)
    return db.begin(async (tx) => {
      const locked = (await lockCart(tx, sessionKey, accountId)) ?? refuse('CART_NOT_FOUND')
      return saved(sessionKey, await saveLocked(tx, locked, changed(locked)))
    })
  })

  serve(app, services, getCart, async ({ sessionKey }, { db, caller, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired && !cart.isOrdered) refuse('CART_EXPIRED')
    return saved(sessionKey, cart)
  })
}

/** A concurrent change is rare: when no hold is released, one statement without a lock saves the cart. */
async function saveAsRead(db: Db, cart: StoredCart, content: CartContent): Promise<StoredCart | undefined> {
  if (losesTime(cart, content) || !(await saveCartIfUnchanged(db, cart, content))) return undefined
  return { ...cart, content }
}

async function saveLocked(tx: Tx, cart: StoredCart, content: CartContent): Promise<StoredCart> {
  const loses = losesTime(cart, content)
  const releasedClinicianId = (
    await pipeline(saveCart(tx, cart.id, content), loses ? releaseHeld(tx, cart.id) : undefined)
  )[1]
  if (releasedClinicianId) await notifyChanged(tx, [`clinician:${releasedClinicianId}`])
  return { ...cart, content, hold: loses ? undefined : cart.hold }
}

/** Another product or clinician, or on-demand care, releases the cart's held time. */
const losesTime = ({ held, content: before }: StoredCart, { productId, clinicianId }: CartContent): boolean =>
  held !== undefined && (productId !== before.productId || clinicianId === null)

/**
 * The patients for whom the caller may book, the holder first; none for a guest. Read only when the change sets the
 * patient, even to null.
 */
async function peopleOf(
  sql: Sql,
  accountId: string | undefined,
  { patientId, answersFor }: CartChange,
): Promise<string[]> {
  if (accountId === undefined || (patientId === undefined && answersFor === undefined)) return []
  return (await patientsOf(sql, accountId)).map(({ id }) => id)
}

type Collector = Pick<Product, 'symptomCollector'>

/** Refuses answers that are too long before saving. Missing answers are reported when the cart is ordered. */
function refuseLong(
  { symptoms = [], summary }: Partial<CartChange>,
  { symptomCollector }: Collector,
  { maximumLengthAllowed: most }: Pick<Config, 'maximumLengthAllowed'>,
): void {
  refuseLength({ summary }, { most: SUMMARY_MAX })
  const long = findOverlongTexts(symptomCollector, symptoms, most)
  refuseLength(Object.fromEntries(long.map((at) => [`symptoms.${at}.answer`, String(symptoms[at]?.answer)])), { most })
}

const keysOf = ({ symptomCollector }: Collector): string[] => symptomCollector.map(({ key }) => key)

const saved = (sessionKey: string, cart: StoredCart): Cart & { sessionKey: string } => ({
  sessionKey,
  ...toApiCart(cart),
})
