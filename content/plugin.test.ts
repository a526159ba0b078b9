import { Config } from '@cuida/core/brand/config.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BACKEND_CONFIG } from './api/shapes.ts'
import { repeatProducts, startContentApp } from './test-bundle.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = await startContentApp()
})
afterAll(() => app.close())

const get = async (url: string) => {
  const reply = await app.inject(url)
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
}
const slugs = (body: { data: { attributes: { slug: string } }[] }) => body.data.map(({ attributes }) => attributes.slug)

describe('the response format of Strapi 4', () => {
  test('a single type has an id and attributes [A3.1] [A7.5]', async () => {
    const { body } = await get('/api/backend-config?populate[0]=partnerLogo&populate[1]=socialProof')
    expect(body).toMatchObject({ data: { id: 1, attributes: { partnerName: 'Vida Ligera', locale: 'es' } }, meta: {} })
    const { partnerLogo, socialProof, publishedAt } = body.data.attributes
    expect(partnerLogo.data.attributes).toMatchObject({ ext: '.svg', mime: 'image/svg+xml', formats: null, width: 179 })
    expect(partnerLogo.data.attributes.url).toMatch(/^\/uploads\/logo_[0-9a-f]{10}\.svg$/)
    expect(socialProof[0]).toEqual({ id: 1, value: '24 horas', label: 'de consulta médica, todos los días' })
    expect(publishedAt).toBe('2026-11-16T08:00:00Z')
  })
  test('the product list answers the query of the specification [B7.2]', async () => {
    const { body } = await get(
      '/api/products?page=1&pageSize=100&populate=workingHours,icon,category&sort=order:asc&filters[active][$eq]=true' +
        '&filters[category][id][$notNull]=true&locale=en&localeFallback=en',
    )
    expect(body.meta).toEqual({ pagination: { page: 1, pageSize: 100, pageCount: 1, total: 15 } })
    const [first] = body.data
    expect(first).toMatchObject({ id: 101, attributes: { slug: 'general-consultation', price: 2900, currency: 'EUR' } })
    expect(first.attributes.category.data).toMatchObject({ id: 1, attributes: { slug: 'general-medicine' } })
    expect(first.attributes.workingHours[0]).toMatchObject({ id: 1, day: 'monday', startTime: '00:00' })
    expect(first.attributes).not.toHaveProperty('symptomCollector')
  })
  test('nothing is populated by default', async () => {
    const { body } = await get('/api/products')
    for (const part of ['icon', 'category', 'workingHours', 'disclaimer'])
      expect(body.data[0].attributes).not.toHaveProperty(part)
  })
  test('a single product is complete [B3.1] [B7.2]', async () => {
    const { body } = await get('/api/products?filters[slug][$eq]=medical-weight-assessment&populate=*')
    const [{ attributes }] = body.data
    expect(attributes.symptomCollector.map(({ type }: { type: string }) => type)).toContain('slider')
    expect(attributes.preSymptomCollectorPicture.data.attributes.url).toMatch(/^\/uploads\/pictures\/tape_/)
    expect(attributes.disclaimer).toMatchObject({ id: 1, title: 'Sobre los medicamentos para perder peso' })
  })
  test('a missing picture is a wrapped null', async () => {
    const { body } = await get('/api/products?filters[slug][$eq]=nutrition-now&populate=preSymptomCollectorPicture')
    expect(body.data[0].attributes.preSymptomCollectorPicture).toEqual({ data: null })
  })
  test('a policy document has its sections inline [A1.7] [A3.12] [A7.6] [B7.24]', async () => {
    const { body } = await get(
      '/api/policy-documents?filters[urlSlug][$eq]=privacy-policy&populate=*&localeFallback=en',
    )
    expect(body.data[0].attributes.section[0]).toEqual({
      id: 'in-short',
      title: 'En pocas palabras',
      content: expect.stringContaining('no grabamos las llamadas'),
    })
  })
  test('a group holds its products in its own order [B1.2] [B2.4]', async () => {
    const { body } = await get('/api/product-groups?filters[slug][$eq]=care-now&populate=products')
    expect(slugs(body.data[0].attributes.products)[0]).toBe('general-consultation')
  })
  test.each(['categories', 'faqs', 'campaigns', 'webinars', 'courses', 'subscription-plans'])(
    '%s are served [A7.9] [B1.11]',
    async (name) => {
      const { status, body } = await get(`/api/${name}?populate=*`)
      expect(status).toBe(200)
      expect(body.data.length).toBeGreaterThan(0)
    },
  )
})

describe('filters, sorting and pages', () => {
  test.each([
    ['filters[slug][$contains]=nutrition', ['first-nutrition-consultation', 'nutrition-follow-up', 'nutrition-now']],
    ['filters[slug]=better-sleep', ['better-sleep']],
    ['filters[slug][$in][0]=better-sleep&filters[slug][$in][1]=nutrition-now', ['nutrition-now', 'better-sleep']],
    ['filters[price][$lt]=2400', ['treatment-questions', 'nutrition-now', 'monthly-review']],
    ['filters[category][slug][$eq]=nutrition&filters[scheduled][$eq]=false', ['nutrition-now']],
    ['filters[name][$containsi]=ENDOCRINO', ['endocrinology-follow-up']],
    ['filters[category][id][$null]=true', []],
    ['filters[slug][$eq]=unknown', []],
  ])('%s', async (query, found) => {
    expect(slugs((await get(`/api/products?${query}&sort=order`)).body)).toEqual(found)
  })
  test('a list is sorted in descending order by two fields', async () => {
    const { body } = await get('/api/products?sort[0]=price:desc&sort[1]=order:asc&pagination[pageSize]=3')
    expect(slugs(body)).toEqual(['medical-weight-assessment', 'thyroid-and-hormones', 'eating-and-emotions'])
  })
  test.each([
    ['brackets', 'pagination[page]=2&pagination[pageSize]=5'],
    ['no brackets', 'page=2&pageSize=5'],
  ])('a list is paged with %s', async (_, query) => {
    const { body } = await get(`/api/products?sort=order:asc&${query}`)
    expect(body.meta.pagination).toEqual({ page: 2, pageSize: 5, pageCount: 3, total: 15 })
    expect(slugs(body)[0]).toBe('endocrinology-follow-up')
  })
  test('a page after the last is empty', async () => {
    expect((await get('/api/products?page=9')).body.data).toEqual([])
  })
  test('a page size above 100 becomes 100', async () => {
    expect((await get('/api/products?pageSize=5000')).body.meta.pagination.pageSize).toBe(100)
  })
})

describe('unsupported queries', () => {
  test.each([
    ['an unknown operator', 'filters[slug][$regex]=.*', 'Invalid operator $regex'],
    ['an operator on many fields', 'filters[$or][0][slug][$eq]=a', 'Invalid operator $or'],
    ['an unknown field', 'filters[password][$eq]=x', 'Invalid filter password'],
    ['a field of a picture', 'filters[icon][hash][$eq]=x', 'Invalid filter icon.hash'],
    ['a field too deep', 'filters[category][products][id]=1', 'Invalid filter category.products.id'],
    ['an unknown key', 'fields[0]=name', 'Invalid key fields[0]'],
    ['a draft', 'publicationState=preview', 'Invalid key publicationState'],
    ['an unknown relation', 'populate=owner', 'Invalid populate owner'],
    ['a relation too deep', 'populate[category][populate][icon]=*', 'Invalid key populate[category]'],
    ['an unknown order', 'sort=secret:asc', 'Invalid sort secret:asc'],
    ['a wrong direction', 'sort=order:up', 'Invalid sort order:up'],
    ['page 0', 'page=0', 'Invalid page: 0'],
    ['a size that is no number', 'pagination[pageSize]=all', 'Invalid pageSize: all'],
    ["Strapi's offset paging", 'pagination[start]=0', 'Invalid pagination key start'],
    ['an invalid locale', 'locale=../en', 'Invalid key locale'],
    ['a key given twice', 'locale=en&locale=es', 'Invalid key locale: given twice'],
    ['a prototype', '__proto__[x]=1', 'Invalid key __proto__[x]'],
    ['the name of an inherited member', 'constructor=1', 'Invalid key constructor'],
  ])('%s', async (_, query, message) => {
    const { status, body } = await get(`/api/products?${query}`)
    expect(status).toBe(400)
    expect(body).toEqual({ data: null, error: { status: 400, name: 'ValidationError', message, details: {} } })
  })
  test('a single type has no pages', async () => {
    expect((await get('/api/backend-config?page=1')).status).toBe(400)
  })
  test('an unknown collection is 404 in the same format', async () => {
    const { status, body } = await get('/api/secrets')
    expect(status).toBe(404)
    expect(body.error).toMatchObject({ status: 404, name: 'NotFoundError' })
  })
})

describe('languages', () => {
  const nameIn = async (query: string) =>
    (await get(`/api/products?filters[slug][$eq]=general-consultation${query}`)).body.data[0]?.attributes.name
  test.each([
    ['the partner’s own language comes first', '', 'Consulta médica'],
    ['the language that was asked for', '&locale=en', 'Medical consultation'],
    ['a region reads its language', '&locale=es-ES', 'Consulta médica'],
    ['another region reads it too', '&locale=en-US', 'Medical consultation'],
    ['an unknown language falls back when told to', '&locale=pt-BR&localeFallback=en', 'Medical consultation'],
    ['an unknown language alone finds nothing', '&locale=pt-BR', undefined],
  ])('%s', async (_, query, name) => expect(await nameIn(query)).toBe(name))
  test('the cache keeps languages apart [A1.4]', async () => {
    for (const _ of [1, 2, 3]) {
      expect(await nameIn('&locale=en')).toBe('Medical consultation')
      expect(await nameIn('&locale=es')).toBe('Consulta médica')
    }
  })
  test('a config in an unknown language is 404', async () => {
    expect((await get('/api/backend-config?locale=de')).status).toBe(404)
    expect((await get('/api/backend-config?locale=de&localeFallback=en')).body.data.attributes.locale).toBe('en')
  })
})

test('a draft is never served, not even through a group', async () => {
  const hidden = await startContentApp((bundle) => ({
    ...bundle,
    products: bundle.products.map((product) =>
      product.slug === 'general-consultation' ? { ...product, publishedAt: null } : product,
    ),
  }))
  const list = (await hidden.inject('/api/products?filters[slug][$eq]=general-consultation')).json()
  expect(list.data).toEqual([])
  const groups = (await hidden.inject('/api/product-groups?filters[slug][$eq]=care-now&populate=*')).json()
  expect(slugs(groups.data[0].attributes.products)).not.toContain('general-consultation')
  expect(slugs((await get('/api/campaigns')).body)).toEqual(['bring-a-friend'])
  await hidden.close()
})

test('a list of 100 products is one page, and the same on every request [B9.2]', async () => {
  const large = await startContentApp(repeatProducts(100))
  const url =
    '/api/products?pagination[page]=1&pagination[pageSize]=100&populate=workingHours,icon,category&sort=order:asc'
  const first = await large.inject(url)
  expect(first.json().data).toHaveLength(100)
  expect(first.json().meta.pagination).toEqual({ page: 1, pageSize: 100, pageCount: 1, total: 100 })
  expect((await large.inject(url)).body).toBe(first.body)
  await large.close()
})

test('every partner setting is served', () => {
  const servedFields = [...BACKEND_CONFIG.scalars, ...Object.keys(BACKEND_CONFIG.parts)]
  // `disabledCapabilities` is set by the deployment from its providers (core/brand/disabled-capabilities.ts), not by
  // content.
  expect(Object.keys(Config.entries).filter((name) => !servedFields.includes(name))).toEqual(['disabledCapabilities'])
})
