import type * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { type Answer, exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import {
  MoneiActivation,
  MoneiSubscription,
  MoneiSubscriptionPayment,
  toPaymentUpdate,
  toSubscriptionUpdate,
} from './monei-shapes.ts'
import { type NewSubscription, SubscriptionRefused, type Subscriptions } from './port.ts'

export interface MoneiSubscriptionSettings {
  /** With the version: `https://api.monei.com/v1`. */
  baseUrl: string
  apiKey: string
  accountId: string
  timeoutMs?: number
}

const PROVIDER = 'monei'
/** Three retries in seven days, each counted from the previous one (product 6.10). */
const RETRIES = [1, 2, 4].map((intervalCount) => ({ interval: 'day', intervalCount }))

/** MONEI subscriptions (product 12.11). The patient enters the card on MONEI's own page, outside our pages. */
export function moneiSubscriptions(settings: MoneiSubscriptionSettings): Subscriptions {
  const { accountId } = settings
  const callApi = asking(settings)
  const path = (id: string, more = '') => `/subscriptions/${encodeURIComponent(id)}${more}`
  const change = async (method: 'POST' | 'PUT', url: string, json: object) =>
    toSubscriptionUpdate(readBody(await callApi(method, url, json), MoneiSubscription), accountId)
  const read = async <S extends v.GenericSchema>(url: string, shape: S) => {
    const { status, body } = await callApi('GET', url)
    return status === 404 ? undefined : readAnswer(PROVIDER, shape, body)
  }
  return {
    provider: PROVIDER,
    check: checkAt(settings.baseUrl, () => callApi('GET', path('doctor'))),
    create: (input) => change('POST', '/subscriptions', creationOf(input)),
    async activate(providerId, returnUrl) {
      const urls = { completeUrl: returnUrl, failUrl: returnUrl, cancelUrl: returnUrl }
      const { id, nextAction } = readBody(await callApi('POST', path(providerId, '/activate'), urls), MoneiActivation)
      return { paymentId: id, url: nextAction.redirectUrl }
    },
    async find(providerId) {
      const found = await read(path(providerId), MoneiSubscription)
      return found && toSubscriptionUpdate(found, accountId)
    },
    async findPayment(paymentId) {
      const found = await read(`/payments/${encodeURIComponent(paymentId)}`, MoneiSubscriptionPayment)
      return found && toPaymentUpdate(found, accountId)
    },
    endWithPeriod: (providerId) => change('POST', path(providerId, '/cancel'), { cancelAtPeriodEnd: true }),
    keep: (providerId) => change('PUT', path(providerId), { cancelAtPeriodEnd: false }),
    endNow: (providerId) => change('POST', path(providerId, '/cancel'), { cancelAtPeriodEnd: false }),
    pause: (providerId) => change('POST', path(providerId, '/pause'), { pauseAtPeriodEnd: false }),
    resume: (providerId) => change('POST', path(providerId, '/resume'), {}),
    setAmount: (providerId, amount) => change('PUT', path(providerId), { amount }),
  }
}

function asking({ baseUrl, apiKey, timeoutMs = PROVIDER_TIMEOUT_MS }: MoneiSubscriptionSettings) {
  const headers = { authorization: apiKey, 'user-agent': 'Cuida/1' }
  return (method: 'GET' | 'POST' | 'PUT', path: string, json?: object): Promise<Answer> => {
    const until = deadlineIn(timeoutMs)
    return exchange({ provider: PROVIDER, method, url: baseUrl + path, headers, until, ...(json ? { json } : {}) })
  }
}

function readBody<S extends v.GenericSchema>({ status, body }: Answer, shape: S): v.InferOutput<S> {
  if (status >= 300) throw new SubscriptionRefused(`HTTP ${status}`)
  return readAnswer(PROVIDER, shape, body)
}

const creationOf = ({ id, amount, currency, description, trialDays, customer, callbackUrl }: NewSubscription) => ({
  amount,
  currency,
  description,
  interval: 'month',
  intervalCount: 1,
  allowedPaymentMethods: ['card'],
  ...(trialDays > 0 ? { trialPeriodDays: trialDays } : {}),
  retrySchedule: RETRIES,
  customer,
  callbackUrl,
  paymentCallbackUrl: callbackUrl,
  metadata: { subscriptionId: id },
})
