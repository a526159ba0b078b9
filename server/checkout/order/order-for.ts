import { isForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { findProduct } from '../../booking/calendar/offer.ts'
import { agreedByBooking, dueDocuments } from '../../brand/consent/agreements.ts'
import { patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findCards } from '../card/card-store.ts'
import { takeParts } from '../card/paying-parts.ts'
import { priceOfCart } from '../price/pricing.ts'
import { placeOrder } from './create-order.ts'
import type { OrderRequest } from './order-wish.ts'

/** Orders for one of the caller's people who may have this, or says why not. */
export async function orderFor(
  services: Services,
  {
    locale,
    ...order
  }: Omit<OrderRequest, 'product' | 'holderId' | 'now' | 'agreements' | 'campaigns' | 'parts'> & { locale: string },
): Promise<{ workflowId: string }> {
  const { wish, accountId, refuse } = order
  const now = services.now()
  const [holder, ...dependants] = await patientsOf(services.db, accountId)
  const patient = [holder, ...dependants].find((one) => one?.id === wish.patientId) ?? refuse('PATIENT_NOT_FOUND')
  const product = (await findProduct(services, wish.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
  if (!isForAge(product.ages, ageOn(patient.dateOfBirth, dayInUtc(now)))) refuse('AGE_NOT_SERVED')
  if (wish.savedCardId && !(await hasCard(services, accountId, wish.savedCardId))) refuse('CARD_NOT_FOUND')
  const agreements = {
    areDue: (await dueDocuments(services, services.db, { accountId, locale })).length > 0,
    made: await agreedByBooking(services, locale),
  }
  const campaigns = await services.content.campaigns(locale)
  const parts = await takeParts(services, order, () => priceBefore(services, order, product))
  return {
    workflowId: await placeOrder(services, {
      ...order,
      product,
      holderId: holder?.id,
      now,
      agreements,
      campaigns,
      parts,
    }),
  }
}

/** What the order will cost if nothing changes until it is made; undefined where it was made already. */
function priceBefore(
  { db }: Services,
  { cart: findLocked, wish, accountId, refuse }: Pick<OrderRequest, 'cart' | 'wish' | 'accountId' | 'refuse'>,
  product: Product,
): Promise<number | undefined> {
  return db.begin(async (tx) => {
    const cart = (await findLocked(tx)) ?? refuse('CART_NOT_FOUND')
    if (cart.isOrdered) return undefined
    const content = { ...cart.content, patientId: wish.patientId }
    return (await priceOfCart(tx, product, { id: cart.id, content }, accountId)).total
  })
}

async function hasCard({ db, providers }: Services, accountId: string, id: string): Promise<boolean> {
  const cards = await findCards(db, accountId, providers.payments.browser.provider)
  return cards.some((card) => card.id === id)
}
