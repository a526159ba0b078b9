import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../core/catalogue/product/product.ts'
import type { Question } from '../core/catalogue/product/question.ts'
import { CARD_TOKENS, jsonRequest, mercadoPagoCard, moneiCard } from '../simulators/test-simulators.ts'
import { codeSentTo } from './outbox.ts'
import { DEMO_PASSWORD } from './patient-browser.ts'

/** A session of a demo patient without a browser, as a phone would have it. */
export interface Remote {
  url: string
  patientId: string
  ask<T>(method: string, path: string, body?: object): Promise<T>
}

/** A read that an overloaded process refuses is repeated, as the pages do. */
export async function fetchWithRetry(url: string, init: RequestInit, tries = 20): Promise<Response> {
  const reply = await fetch(url, init)
  if (reply.status !== 503 || init.method !== 'GET' || tries === 0) return reply
  await sleep(1_000 * Number(reply.headers.get('retry-after') ?? 1))
  return fetchWithRetry(url, init, tries - 1)
}

export async function remote(url: string, phone: string): Promise<Remote> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-app': 'patient' }
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const reply = await fetchWithRetry(`${url}/v1${path}`, init)
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (reply.status === 204 ? null : await reply.json()) as T
  }
  const signIn = async (path: string, body: object) => {
    const answer = await ask<{ accessToken: string; mfa?: string }>('POST', path, body)
    headers.authorization = `Bearer ${answer.accessToken}`
    return answer
  }
  const since = new Date()
  const { mfa } = await signIn('/auth/login', { identifier: phone, password: DEMO_PASSWORD })
  if (mfa) await signIn('/auth/login/mfa', { code: await codeSentTo(url, phone, since) })
  return { url, patientId: (await ask<{ id: string }>('GET', '/user/me')).id, ask }
}

export interface BookedHour {
  orderId: string
  consultationId: string
  startTime: string
}

/** Books and pays a clinician's first free slot from tomorrow on, through the API. */
export async function bookSlot(client: Remote, slug: string, clinicianName: string): Promise<BookedHour> {
  const orderId = await orderSlot(client, slug, clinicianName)
  return { orderId, ...(await untilActive(client, orderId)) }
}

/**
 * Orders the slot without waiting for the payment result. `holder`: the cardholder's name, which decides the outcome
 * at Mercado Pago.
 */
export async function orderSlot(client: Remote, slug: string, clinicianName: string, holder = 'APRO'): Promise<string> {
  const product = await productOf(client.url, slug)
  const productId = String(product.id)
  const { items } = await client.ask<{ items: { id: string; name: string }[] }>('GET', `/products/${slug}/clinicians`)
  const clinicianId = items.find(({ name }) => name === clinicianName)?.id ?? items[0]?.id
  const { sessionKey } = await client.ask<{ sessionKey: string }>('POST', '/cart', {
    productId,
    patientId: client.patientId,
    contactMethod: product.contactMethods[0],
    symptoms: product.symptomCollector.map((question) => ({ questionId: question.key, answer: answerTo(question) })),
    summary: 'Quiero dormir mejor y perder algo de peso.',
  })
  const time = await firstHour(client, `/schedule/clinician/${clinicianId}/slots?productId=${productId}`)
  await client.ask('POST', `/schedule/clinician/${clinicianId}/lock`, { productId, sessionKey, ...time })
  const { workflowId } = await client.ask<{ workflowId: string }>('POST', '/order', {
    cartSessionKey: sessionKey,
    productId,
    patientId: client.patientId,
    ...(await cardOf(client, holder)),
    paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
  })
  return workflowId
}

/** Requests and pays on-demand care. */
export async function orderOnDemand(
  client: Remote,
  slug: string,
  contactMethod: 'video' | 'phone',
  /** Answers to questions that detect emergencies, by question. */
  answers: Record<string, unknown> = {},
): Promise<string> {
  const product = await productOf(client.url, slug)
  const productId = String(product.id)
  const { sessionKey } = await client.ask<{ sessionKey: string }>('POST', '/cart', {
    productId,
    patientId: client.patientId,
    contactMethod,
    ageConfirmed: true,
    symptoms: product.symptomCollector.map((question) => ({
      questionId: question.key,
      answer: answers[question.key] ?? answerTo(question),
    })),
    summary: 'Desde el lunes tengo tos y duermo mal.',
  })
  const { workflowId } = await client.ask<{ workflowId: string }>('POST', '/order', {
    cartSessionKey: sessionKey,
    productId,
    patientId: client.patientId,
    ...(await cardOf(client)),
    paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
  })
  return (await untilActive(client, workflowId)).consultationId
}

async function productOf(url: string, slug: string): Promise<Product> {
  const query = `filters[slug][$eq]=${slug}&populate[symptomCollector][populate]=*`
  const { data } = (await (await fetch(`${url}/api/products?${query}`)).json()) as {
    data: { id: number; attributes: Product }[]
  }
  const [found] = data
  if (!found) throw new Error(`there is no product ${slug}`)
  return { ...found.attributes, id: String(found.id) }
}

function answerTo(question: Question): unknown {
  if (question.type === 'yesNo') return false
  if (question.type === 'text') return 'Desde hace unos meses'
  if (question.type === 'slider') return question.min
  // In a multiple choice the last option is "none of these"; the first may be a sign of an emergency.
  return question.type === 'radio' ? question.options[0]?.value : [question.options.at(-1)?.value]
}

async function firstHour(client: Remote, path: string): Promise<{ startTime: string; endTime: string }> {
  const day = (apart: number) => new Date(Date.now() + apart * 86_400_000).toISOString().slice(0, 10)
  const { days } = await client.ask<{ days: { slots: { startTime: string; endTime: string }[] }[] }>(
    'GET',
    `${path}&from=${day(1)}&to=${day(7)}`,
  )
  const slot = days.flatMap(({ slots }) => slots)[0]
  if (!slot) throw new Error('no hour is free in a week')
  return { startTime: slot.startTime, endTime: slot.endTime }
}

async function cardOf(client: Remote, holder = 'APRO'): Promise<object> {
  const { provider } = await client.ask<{ provider: string }>('GET', '/payment/card-entry')
  const form = crypto.randomUUID()
  const reply =
    provider === 'monei'
      ? await fetch(`${client.url}/simulators/monei/v1/tokens`, moneiCard('4444444444444422', form))
      : await fetch(`${client.url}${CARD_TOKENS}`, jsonRequest('POST', mercadoPagoCard(holder)))
  const token = (await reply.json()) as { paymentToken?: string; id?: string }
  return { cardToken: token.paymentToken ?? token.id, sessionId: form, cardholderName: 'ANA GARCIA' }
}

async function untilActive(client: Remote, id: string): Promise<Omit<BookedHour, 'orderId'>> {
  for (let tries = 0; tries < 100; tries++) {
    const order = await client.ask<{ status: string; consultations: { id: string; startTime: string }[] }>(
      'GET',
      `/order/${id}`,
    )
    const [consultation] = order.consultations
    if (order.status === 'ACTIVE' && consultation)
      return { consultationId: consultation.id, startTime: consultation.startTime }
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  throw new Error('the order did not become active')
}
