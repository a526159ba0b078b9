import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '../tools/run.ts'

interface Question {
  key: string
  type: 'multipleChoice' | 'slider' | 'text' | 'yesNo' | 'radio'
  min?: number
  options?: { value: string }[]
}

/** Creates a guest's complete on-demand cart through the API; booking-happy-path.spec.ts fills one by hand. */
async function newCart(url: string, partner: string, slug: string) {
  const file = join(ROOT, 'content', 'partners', partner, 'products', `${slug}.json`)
  const product: { id: number; symptomCollector: Question[] } = JSON.parse(readFileSync(file, 'utf8'))
  const symptoms = product.symptomCollector.map((question) => ({
    questionId: question.key,
    answer: answerOf(question),
  }))
  const cart = {
    productId: String(product.id),
    symptoms,
    summary: 'Desde el lunes tengo tos y duermo mal.',
    contactMethod: 'phone',
    ageConfirmed: true,
  }
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/v1/cart`, { method: 'POST', headers, body: JSON.stringify(cart) })
  const { sessionKey } = await reply.json()
  return { ...cart, sessionKey: String(sessionKey), productSlug: slug, mode: 'now', unsaved: false }
}

function answerOf({ type, min, options = [] }: Question): string | number | boolean | string[] {
  if (type === 'yesNo') return false
  if (type === 'slider') return min ?? 0
  if (type === 'text') return 'Desde el lunes'
  const values = options.slice(0, 1).map(({ value }) => value)
  return type === 'radio' ? (values[0] ?? '') : values
}

/** Opens checkout with a cart of this product; returns its session key. */
export async function openCheckoutWithCart(page: Page, url: string, partner: string, slug: string): Promise<string> {
  const { symptoms, summary, ...frame } = await newCart(url, partner, slug)
  await page.goto(`${url}/robots.txt`)
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(frame))
  await page.goto(`${url}/checkout`)
  await page.waitForSelector('html[data-ready]')
  return frame.sessionKey
}

/** Another tab or device applies a promo code to the same cart. */
export async function applyCodeElsewhere(url: string, sessionKey: string, code: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ code })
  return (await fetch(`${url}/v1/cart/${sessionKey}/promo-code`, { method: 'PUT', headers, body })).status
}
