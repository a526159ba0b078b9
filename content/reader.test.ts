import { expect, test } from 'vitest'
import { loadPartner } from './bundle.ts'
import type { ContentBundle } from './bundle-shape.ts'
import { contentOfBundle } from './plugin.ts'
import { contentReader } from './reader.ts'

const readerOf = (bundle: ContentBundle) => contentReader(contentOfBundle(bundle).source)
const bundle = await loadPartner('vida-ligera')
const content = readerOf(bundle)

test('a product is found by slug or id, in a language', () => {
  const bySlug = content.product('general-consultation', 'es-ES')
  expect(bySlug).toMatchObject({ id: '101', name: 'Consulta médica', price: { amount: 2900, currency: 'EUR' } })
  expect(content.product('101', 'en')?.name).toBe('Medical consultation')
  expect(content.product('gone', 'en')).toBeUndefined()
})
test.each([
  ['active', false],
  ['category', 'none'],
])('a product whose %s is %s is not found', (field, value) => {
  const products = bundle.products.map((product) => (product.id === 101 ? { ...product, [field]: value } : product))
  expect(readerOf({ ...bundle, products }).product('101', 'en')).toBeUndefined()
})
test('URLs stay relative [A3.11]', () => expect(content.config('en').partnerLogo.url).toMatch(/^\/uploads\/logo_/))
test('a language that the partner lacks falls back to English [B1.12]', () => {
  expect(content.policyDocument('privacy-policy', 'pt-BR')?.title).toBe('Privacy policy')
  for (const locale of ['xx', 'zz-ZZ', '../../etc']) expect(content.faqs(locale)).toBe(content.faqs('en'))
})
test('content is parsed once and frozen; a replacement is read at once [A1.3]', () => {
  let currentContent = contentOfBundle(bundle).source()
  const reader = contentReader(() => currentContent)
  const { products } = reader
  expect(products('es')).toBe(products('es-ES'))
  expect(() => Object.assign(products('es')[0] ?? {}, { name: 'other' })).toThrow(TypeError)
  currentContent = contentOfBundle({
    ...bundle,
    products: bundle.products.map((product) => ({ ...product, price: 100 })),
  }).source()
  expect(reader.product('101', 'en')?.price.amount).toBe(100)
})
