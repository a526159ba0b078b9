import { describe, expect, test } from 'vitest'
import { ContentDown, contentClient, type Fetch } from './client.ts'
import { inProcessContent } from './in-process.ts'
import { loadPartner } from './pack.ts'
import type { Pack } from './pack-shape.ts'
import { ofPack } from './plugin.ts'

const faq = { slug: 'why', topic: 'booking', order: 1, question: 'Why?', answer: 'Because.' }
const list = (data: unknown[]) => ({ data, meta: { pagination: {} } })

/** A client over what the test answers; `serve` puts other content in its place. */
function clientOver(answer: (url: URL) => { status: number; body: unknown }) {
  const asked: URL[] = []
  const fetch: Fetch = async (path) => {
    const url = new URL(path, 'http://here')
    asked.push(url)
    const { status, body } = answer(url)
    return { status, json: async () => body }
  }
  let version = 1
  const client = contentClient({ fetch, token: 'x', version: () => version })
  return {
    client,
    asked,
    serve: () => {
      version += 1
    },
  }
}

test('Spanish of Spain that is not there is Spanish, then English [B1.12]', async () => {
  const { client, asked } = clientOver((url) => ({
    status: 200,
    body: list(url.searchParams.get('locale') === 'en' ? [{ id: 1, attributes: faq }] : []),
  }))
  expect((await client.faqs('es-ES'))[0]?.question).toBe('Why?')
  expect(asked.map((url) => url.searchParams.get('locale'))).toEqual(['es-ES', 'es', 'en'])
})
test('one content is read once, however many ask; another one anew [A1.3]', async () => {
  const { client, asked, serve } = clientOver(() => ({ status: 200, body: list([]) }))
  await Promise.all([client.faqs('en'), client.faqs('en')])
  await client.faqs('en')
  expect(asked).toHaveLength(1)
  serve()
  await client.faqs('en')
  expect(asked).toHaveLength(2)
})
test.each([
  ['fails', { status: 500, body: {} }],
  ['refuses', { status: 403, body: {} }],
  ['answers nonsense', { status: 200, body: list([{ id: 1, attributes: { slug: 'why' } }]) }],
  ['has no config', { status: 404, body: {} }],
])('content that %s is a provider that is down, and is asked again', async (_, answer) => {
  const { client, asked } = clientOver(() => answer)
  await expect(client.config('en')).rejects.toThrow(ContentDown)
  await expect(client.config('en')).rejects.toMatchObject({ name: 'ProviderDown' })
  expect(asked.length).toBeGreaterThan(1)
})
test('a handful of languages is remembered, whatever strangers send', async () => {
  const { client, asked } = clientOver(() => ({ status: 200, body: list([{ id: 1, attributes: faq }]) }))
  for (const locale of ['xx', 'zz-ZZ', '../../etc', 'en']) await client.faqs(locale)
  expect(asked).toHaveLength(1)
})

describe('the pack of this process', async () => {
  const clientOf = (pack: Pack) => inProcessContent(ofPack(pack).source)
  const content = await clientOf(await loadPartner('vida-ligera'))
  test('a product by slug or id, in a language', async () => {
    const bySlug = await content.product('general-consultation', 'es-ES')
    expect(bySlug).toMatchObject({ id: '101', name: 'Consulta médica', price: { amount: 2900, currency: 'EUR' } })
    expect((await content.product('101', 'en'))?.name).toBe('Medical consultation')
    expect(await content.product('gone', 'en')).toBeUndefined()
  })
  test('a product that is no longer active cannot be had', async () => {
    const pack = await loadPartner('vida-ligera')
    const products = pack.products.map((product) => (product.id === 101 ? { ...product, active: false } : product))
    const changed = await clientOf({ ...pack, products })
    expect(await changed.product('101', 'en')).toBeUndefined()
  })
  test('addresses stay relative [A3.11]', async () => {
    expect((await content.config('en')).partnerLogo.url).toMatch(/^\/uploads\/logo_/)
  })
  test('a language that the partner lacks reads English', async () => {
    expect((await content.policyDocument('privacy-policy', 'pt-BR'))?.title).toBe('Privacy policy')
  })
})
