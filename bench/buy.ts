import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Ask } from './connection.ts'
import type { Buyer, Offer } from './shop.ts'

// A patient's page refetches on a change event; this poll interval is the closest approximation.
const POLL_MS = 40
const TIMEOUT_MS = 20_000

/**
 * A whole booking as the patient's page makes it: cart, answers, summary, slot, promo code, price, order, and the
 * polls until the order is final. Returns the number of requests.
 */
export async function completeBooking(ask: Ask, product: Product, buyer: Buyer, offer: Offer): Promise<number> {
  const { workflowId, requests } = await orderBooking(ask, product, buyer, offer)
  return requests + (await untilActive(ask, headersOf(buyer), workflowId))
}

const headersOf = ({ token }: Buyer) => ({ authorization: `Bearer ${token}`, 'x-locale': 'es' })

/** A booking up to its order, which is not paid yet. */
export async function orderBooking(ask: Ask, product: Product, buyer: Buyer, offer: Offer) {
  const { patientId } = buyer
  const headers = headersOf(buyer)
  const productId = product.id
  let requests = 0
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    requests++
    const answer = await ask(method, `/v1${path}`, body, headers)
    if (answer.status >= 300)
      throw new Error(`${method} ${path.split('/')[1]} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const { sessionKey } = await call<{ sessionKey: string }>('POST', '/cart', { productId, patientId })
  await call('PUT', `/cart/${sessionKey}`, { productId, symptoms: answersTo(product) })
  const contactMethod = product.contactMethods[0]
  await call('PUT', `/cart/${sessionKey}`, { productId, summary: 'I have had a cough since Monday.', contactMethod })
  const { clinicianId, promoCode, ...time } = offer
  await call('POST', `/schedule/clinician/${clinicianId}/lock`, { productId, sessionKey, ...time })
  await call('PUT', `/cart/${sessionKey}/promo-code`, { code: promoCode })
  const { total } = await call<{ total: number }>('GET', `/cart/${sessionKey}/price`)
  if (total !== Math.round(product.price.amount * 0.9)) throw new Error(`the code made it ${total}`)
  const order = { ...placeOrder(product, buyer, sessionKey), shownTotal: total }
  const { workflowId } = await call<{ workflowId: string }>('POST', '/order', order)
  return { workflowId, requests }
}

const placeOrder = (product: Product, { patientId, cardToken, tokenSession }: Buyer, sessionKey: string) => ({
  cartSessionKey: sessionKey,
  productId: product.id,
  patientId,
  cardToken,
  sessionId: tokenSession,
  paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
})

/** Polls the order with its ETag until it is active. Returns the number of polls. */
async function untilActive(ask: Ask, headers: Record<string, string>, orderId: string): Promise<number> {
  const since = performance.now()
  let etag: string | undefined
  for (let polls = 1; performance.now() - since < TIMEOUT_MS; polls++) {
    await sleep(POLL_MS)
    const known: Record<string, string> = etag ? { 'if-none-match': etag } : {}
    const answer = await ask('GET', `/v1/order/${orderId}`, undefined, { ...headers, ...known })
    etag = answer.etag
    if (answer.status === 304) continue
    const { status } = answer.body as { status: string }
    if (status === 'ACTIVE') return polls
    if (status !== 'PROCESSING') throw new Error(`the order ended as ${status}`)
  }
  throw new Error('the order was not paid in time')
}

function answersTo({ symptomCollector }: Product): { questionId: string; answer: unknown }[] {
  return symptomCollector.map((question) => {
    const { key: questionId, type } = question
    if (type === 'slider') return { questionId, answer: question.min }
    if (type === 'radio') return { questionId, answer: question.options[0]?.value }
    if (type === 'multipleChoice') return { questionId, answer: question.options.slice(0, 1).map(({ value }) => value) }
    return { questionId, answer: type === 'yesNo' ? true : 'Since Monday morning' }
  })
}
