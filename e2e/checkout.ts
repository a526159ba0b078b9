import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

interface Question {
  key: string
  type: 'multipleChoice' | 'slider' | 'text' | 'yesNo' | 'radio'
  min?: number | null
  options?: { value: string; exclusive?: boolean }[] | null
}

/** Opens checkout for a signed-in patient with a complete cart and a locked slot, skipping earlier screens. */
export async function goToCheckout(page: Page, url: string, slug: string): Promise<void> {
  const [product] = await list(`${url}/api/products?filters[slug][$contains]=${slug}&populate=*`)
  const productId = String(product.id)
  const [clinician] = (await fetchJson(`${url}/v1/products/${slug}/clinicians`)).items
  const change = {
    productId,
    clinicianId: clinician.id,
    contactMethod: 'phone',
    ageConfirmed: true,
    summary: 'Fiebre desde ayer por la tarde.',
    symptoms: product.attributes.symptomCollector.map(answer),
  }
  const { sessionKey } = await fetchJson(`${url}/v1/cart`, change)
  const slot = await firstFree(url, clinician.id, productId)
  const held = await fetchJson(`${url}/v1/schedule/clinician/${clinician.id}/lock`, { productId, sessionKey, ...slot })
  const frame = {
    sessionKey,
    productId,
    productSlug: slug,
    mode: 'later',
    contactMethod: 'phone',
    clinicianId: clinician.id,
    slot,
    lockExpiresAt: held.expiresAt,
    ageConfirmed: true,
    unsaved: false,
  }
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(frame))
  await page.goto(`${url}/checkout`)
  await page.waitForSelector('html[data-ready]')
}

function answer({ key, type, min, options }: Question) {
  const values = (options ?? []).map(({ value }) => value)
  const last = values.at(-1) ?? ''
  const kinds = { multipleChoice: [last], radio: last, slider: min ?? 1, text: 'Fiebre', yesNo: false }
  return { questionId: key, answer: kinds[type] }
}

async function firstFree(url: string, clinicianId: string, productId: string) {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const path = `/v1/schedule/clinician/${clinicianId}/slots?productId=${productId}&from=${day(0)}&to=${day(12)}`
  const { days } = await fetchJson(url + path)
  const free = days.flatMap(({ slots }: { slots: { startTime: string; endTime: string }[] }) => slots)
  expect(free.length).toBeGreaterThan(0)
  // A random slot: parallel journeys take the first.
  const { startTime, endTime } = free[Math.floor(Math.random() * free.length)]
  return { startTime, endTime }
}

const list = async (url: string) => (await fetchJson(url)).data

async function fetchJson(url: string, body?: object) {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await fetch(url, init || {})
  expect(reply.status, url.replace(/\?.*/, '')).toBeLessThan(300)
  return await reply.json()
}
