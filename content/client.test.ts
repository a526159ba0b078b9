import { describe, expect, test } from 'vitest'
import { ContentDown, contentClient, type Fetch } from './client.ts'
import { inProcessContent } from './in-process.ts'
import { loadPartner } from './pack.ts'

const faq = { slug: 'why', topic: 'booking', order: 1, question: 'Why?', answer: 'Because.' }
const list = (data: unknown[]) => ({ data, meta: { pagination: {} } })

/** A content service elsewhere that answers what the test says, and remembers what it was asked. */
function elsewhere(answer: (url: URL) => { status: number; body: unknown }) {
  const asked: URL[] = []
  const headers: Record<string, string>[] = []
  const fetch: Fetch = async (url, init) => {
    asked.push(new URL(url))
    headers.push(init.headers)
    const { status, body } = answer(new URL(url))
    return { status, json: async () => body }
  }
  let time = 0
  const client = contentClient({ fetch, baseUrl: 'https://cms.example', now: () => time })
  return {
    client,
    asked,
    headers,
    wait: (ms: number) => {
      time += ms
    },
  }
}

describe('a Strapi elsewhere', () => {
  test('is asked for answers in the shape of version 4', async () => {
    const { client, asked, headers } = elsewhere(() => ({ status: 200, body: list([{ id: 1, attributes: faq }]) }))
    expect(await client.faqs('en')).toEqual([{ id: '1', ...faq }])
    expect(headers[0]).toMatchObject({ 'strapi-response-format': 'v4' })
    expect(asked[0]?.searchParams.get('pagination[pageSize]')).toBe('100')
    expect(asked[0]?.searchParams.get('localeFallback')).toBe('en')
  })
  test('of version 5 is read alike; its document id is the id', async () => {
    const { client } = elsewhere(() => ({ status: 200, body: list([{ id: 9, documentId: 'abc', ...faq }]) }))
    expect(await client.faqs('en')).toEqual([{ id: 'abc', ...faq }])
  })
  test('that has no Spanish of Spain is asked for Spanish, then for English', async () => {
    const { client, asked } = elsewhere((url) => ({
      status: 200,
      body: list(url.searchParams.get('locale') === 'en' ? [{ id: 1, attributes: faq }] : []),
    }))
    expect((await client.faqs('es-ES'))[0]?.question).toBe('Why?')
    expect(asked.map((url) => url.searchParams.get('locale'))).toEqual(['es-ES', 'es', 'en'])
  })
  test('keeps its pictures: their addresses are made full', async () => {
    const image = { data: { id: 1, attributes: { url: '/uploads/a.svg', width: 1, height: 1 } } }
    const course = {
      slug: 'kit',
      title: 'Kit',
      summary: 'x',
      order: 1,
      image,
      lessons: [{ id: 1, key: 'a', title: 'A', minutes: 1, content: 'x' }],
    }
    const { client } = elsewhere(() => ({ status: 200, body: list([{ id: 1, attributes: course }]) }))
    expect((await client.courses('en'))[0]?.image?.url).toBe('https://cms.example/uploads/a.svg')
  })
  test('is asked once in 30 seconds, however many ask', async () => {
    const { client, asked, wait } = elsewhere(() => ({ status: 200, body: list([]) }))
    await Promise.all([client.faqs('en'), client.faqs('en')])
    wait(29_999)
    await client.faqs('en')
    expect(asked).toHaveLength(1)
    wait(1)
    await client.faqs('en')
    expect(asked).toHaveLength(2)
  })
  test('that fails leaves what was known, and is asked again after a while', async () => {
    let up = true
    const { client, asked, wait } = elsewhere(() =>
      up ? { status: 200, body: list([{ id: 1, attributes: faq }]) } : { status: 500, body: {} },
    )
    await client.faqs('en')
    up = false
    wait(30_000)
    expect((await client.faqs('en'))[0]?.question).toBe('Why?')
    expect((await client.faqs('en'))[0]?.question).toBe('Why?')
    expect(asked).toHaveLength(2)
    up = true
    wait(5_000)
    await client.faqs('en')
    expect(asked).toHaveLength(3)
  })
  test.each([
    ['fails', { status: 500, body: {} }],
    ['refuses', { status: 403, body: {} }],
    ['answers nonsense', { status: 200, body: list([{ id: 1, attributes: { slug: 'why' } }]) }],
    ['has no config', { status: 404, body: {} }],
  ])('that %s from the start is a provider that is down, and is asked again', async (_, answer) => {
    const { client, asked } = elsewhere(() => answer)
    await expect(client.config('en')).rejects.toThrow(ContentDown)
    await expect(client.config('en')).rejects.toMatchObject({ name: 'ProviderDown' })
    expect(asked.length).toBeGreaterThan(1)
  })
  test('is asked for a handful of languages only, whatever strangers send', async () => {
    const { client, asked } = elsewhere(() => ({ status: 200, body: list([{ id: 1, attributes: faq }]) }))
    for (const locale of ['xx', 'zz-ZZ', '../../etc', 'en']) await client.faqs(locale)
    expect(asked).toHaveLength(1)
  })
})

describe('the pack of this process', async () => {
  const content = await inProcessContent(await loadPartner('vida-ligera'))
  test('a product by slug or id, in a language', async () => {
    const bySlug = await content.product('general-consultation', 'es-ES')
    expect(bySlug).toMatchObject({ id: '101', name: 'Consulta médica', price: { amount: 2900, currency: 'EUR' } })
    expect((await content.product('101', 'en'))?.name).toBe('Medical consultation')
    expect(await content.product('gone', 'en')).toBeUndefined()
  })
  test('a product that is no longer active cannot be had', async () => {
    const pack = await loadPartner('vida-ligera')
    const products = pack.products.map((product) => (product.id === 101 ? { ...product, active: false } : product))
    const changed = await inProcessContent({ ...pack, products })
    expect(await changed.product('101', 'en')).toBeUndefined()
  })
  test('addresses stay relative', async () => {
    expect((await content.config('en')).partnerLogo.url).toMatch(/^\/uploads\/logo_/)
  })
  test('a language that the partner lacks reads English', async () => {
    expect((await content.policyDocument('privacy-policy', 'pt-BR'))?.title).toBe('Privacy policy')
  })
})
