import { expect, type Page } from '@playwright/test'

/** Calls the API with the session of this page. */
export async function apiOf(page: Page, url: string) {
  const asking = page.waitForRequest(
    (request) => request.url().includes('/v1/') && 'authorization' in request.headers(),
  )
  await page.reload()
  const authorization = (await asking).headers().authorization ?? ''
  return async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization, 'x-app': 'patient', ...(body ? { 'content-type': 'application/json' } : {}) }
    const reply = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    expect([200, 201, 202], `${method} ${path}`).toContain(reply.status)
    return (await reply.json()) as T
  }
}
export type Ask = Awaited<ReturnType<typeof apiOf>>

interface Question {
  key: string
  type: string
  min?: number
  options?: { value: string }[]
}
const answerTo = ({ type, min, options = [] }: Question) =>
  ({ yesNo: true, text: 'Desde segunda', slider: min, radio: options[0]?.value })[type] ?? [options[0]?.value]

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Orders a booked appointment by Pix through the API. */
export async function orderByPix(callApi: Ask, slug: string): Promise<string> {
  const { data } = await callApi<{ data: { id: number; attributes: { symptomCollector: Question[] } }[] }>(
    'GET',
    `/api/products?filters[slug][$eq]=${slug}&populate=symptomCollector&locale=pt-BR`,
  )
  const product = data[0]
  if (!product) throw new Error(`no product ${slug}`)
  const { id: patientId } = await callApi<{ id: string }>('GET', '/v1/user/me')
  const productId = String(product.id)
  const symptoms = product.attributes.symptomCollector.map((question) => ({
    questionId: question.key,
    answer: answerTo(question),
  }))
  const cart = {
    productId,
    symptoms,
    summary: 'Quero dormir melhor e comer com calma.',
    contactMethod: 'video',
    patientId,
  }
  const { sessionKey } = await callApi<{ sessionKey: string }>('POST', '/v1/cart', cart)
  const { items } = await callApi<{ items: { id: string }[] }>('GET', `/v1/products/${slug}/clinicians`)
  const clinicianId = items[0]?.id
  const { days } = await callApi<{ days: { slots: { startTime: string; endTime: string }[] }[] }>(
    'GET',
    `/v1/schedule/clinician/${clinicianId}/slots?productId=${productId}&from=${dayIn(1)}&to=${dayIn(10)}`,
  )
  const slot = days.flatMap(({ slots }) => slots)[3]
  await callApi('POST', `/v1/schedule/clinician/${clinicianId}/lock`, {
    productId,
    sessionKey,
    startTime: slot?.startTime,
    endTime: slot?.endTime,
  })
  const order = { cartSessionKey: sessionKey, productId, patientId, paymentMethodInfo: { type: 'PIX' } }
  return (await callApi<{ workflowId: string }>('POST', '/v1/order', order)).workflowId
}

export interface SeenOrder {
  status: string
  refundAmount: number
  pix: { code: string } | null
}
export const orderOf = (callApi: Ask, id: string) => callApi<SeenOrder>('GET', `/v1/order/${id}`)

/** The consultation that waits for the payment. */
export async function consultationOf(callApi: Ask, orderId: string): Promise<string> {
  let id: string | undefined
  await expect
    .poll(async () => {
      const { consultations } = await callApi<{ consultations: { id: string }[] }>('GET', `/v1/order/${orderId}`)
      id = consultations[0]?.id
      return id
    })
    .toBeTruthy()
  return id ?? ''
}

export const orderIdIn = (page: Page): string => page.url().split('/').at(-1) ?? ''

/** Acts at the patient's bank, by the code alone. */
export async function atBank(url: string, code: string, act: 'pay' | 'payLate' | 'expire' | 'fail'): Promise<void> {
  const send = (path: string, form: Record<string, string>) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const found = await send('/simulators/mercadopago/pix', { code })
  expect(found.status).toBe(303)
  expect((await send(found.headers.get('location') ?? '', { act })).status).toBe(303)
}
