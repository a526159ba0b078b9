import { createCart, getCart, updateCart } from '@cuida/core/booking/api.ts'
import type { Cart, CartChange } from '@cuida/core/booking/cart.ts'
import { emptyContent, mergeCart } from '@cuida/core/booking/merge.ts'
import { CARTS_AN_HOUR } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../kit/changes.ts'
import { inOneGo, type Sql } from '../kit/db.ts'
import { spend } from '../kit/limits.ts'
import { randomKey } from '../kit/secrets.ts'
import { serve } from '../kit/serve.ts'
import { patientOf } from '../profile/store.ts'
import type { Services } from '../services.ts'
import { findCart, insertCart, lockCart, type StoredCart, saveCart, shownCart } from './cart-store.ts'
import { releaseHeld } from './claim-store.ts'
import { findProduct } from './offer.ts'

/** Decisions §4 asks for 128 bits or more. */
const KEY_BITS = 160

export function cartRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, createCart, async (change, { db, caller, locale, refuse, request }) => {
    await spend(db, secrets, { name: 'cart', most: CARTS_AN_HOUR, seconds: 3_600 }, request.ip)
    const product = (await findProduct(services, change.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    if (!(await mayUsePatient(db, caller?.accountId, change))) refuse('PATIENT_NOT_FOUND')
    const content = mergeCart(emptyContent(product.id), { ...change, productId: product.id }, keysOf(product))
    const sessionKey = randomKey(KEY_BITS)
    const source = secrets.hmac('source', request.ip)
    return saved(sessionKey, await insertCart(db, sessionKey, caller?.accountId, source, content))
  })

  serve(app, services, updateCart, async ({ sessionKey, ...change }, { db, caller, locale, refuse }) => {
    const product = (await findProduct(services, change.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    if (!(await mayUsePatient(db, caller?.accountId, change))) refuse('PATIENT_NOT_FOUND')
    const accountId = caller?.accountId
    return db.begin(async (tx) => {
      const cart = (await lockCart(tx, sessionKey, accountId)) ?? refuse('CART_NOT_FOUND')
      if (cart.isExpired || cart.isOrdered) refuse('CART_EXPIRED')
      const content = mergeCart(cart.content, { ...change, productId: product.id }, keysOf(product))
      const isElsewhere = content.productId !== cart.content.productId || content.clinicianId === null
      const loses = isElsewhere && cart.held !== undefined
      const [, left] = await inOneGo(saveCart(tx, cart.id, content), loses ? releaseHeld(tx, cart.id) : undefined)
      // The time that was held for another product, or for nobody's calendar, is somebody else's again.
      if (left) await notifyChanged(tx, [`clinician:${left}`])
      return saved(sessionKey, { ...cart, content, claim: isElsewhere ? undefined : cart.claim })
    })
  })

  serve(app, services, getCart, async ({ sessionKey }, { db, caller, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired && !cart.isOrdered) refuse('CART_EXPIRED')
    return saved(sessionKey, cart)
  })
}

/** The caller's own people only; a guest has none. A patient that is not named is nobody to check. */
async function mayUsePatient(sql: Sql, accountId: string | undefined, { patientId }: CartChange): Promise<boolean> {
  if (!patientId) return true
  return accountId !== undefined && (await patientOf(sql, accountId, patientId)) !== undefined
}

const keysOf = ({ symptomCollector }: { symptomCollector: { key: string }[] }): string[] =>
  symptomCollector.map(({ key }) => key)

const saved = (sessionKey: string, cart: StoredCart): Cart & { sessionKey: string } => ({
  sessionKey,
  ...shownCart(cart),
})
