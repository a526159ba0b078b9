import { expect, test } from 'vitest'
import { httpsSettings } from '../testing/test-context.ts'
import { createTestContext } from '../testing/test-contexts.ts'

const context = await createTestContext()
const [product] = context.services.content.products('es-ES')
if (!product) throw new Error('The demo has no product')
const PRODUCT = `/products/${product.slug}`

/** The page's HTML for the screen, and the initial state of its app. */
async function pageOf(url: string) {
  const { body, statusCode } = await context.app.inject({ url, headers: { 'accept-language': 'es-ES' } })
  const [, root = '', rest = ''] = /<div id="root">(.*?)<\/div>\s*(<script id="initial-state".*)/s.exec(body) ?? []
  const [, json = '{}'] = /<script id="initial-state"[^>]*>(.*?)<\/script>/s.exec(rest) ?? []
  const state: { prerendered: string | null; messages: object; queries?: [unknown, unknown][] } = JSON.parse(json)
  return { body, statusCode, root, state }
}

test.each(['/how-can-we-help', PRODUCT, `${PRODUCT}/calendar`, '/clinicians'])(
  '%s is in its page with its styles, replies and messages, and no script runs before the first paint',
  async (url) => {
    const { body, root, state } = await pageOf(url)
    expect(root).toContain('<h1')
    // A message that is missing shows its key.
    expect(root).not.toMatch(/>(catalogue|booking|ui|brand)\.[a-zA-Z.]+</)
    expect(state.prerendered).toBe(url)
    expect(state.queries?.length).toBeGreaterThan(0)
    expect(Object.keys(state.messages).length).toBeLessThan(600)
    expect(body).toContain('<style>@layer')
    expect(body.replace(/<template id="scripts">.*?<\/template>/s, '')).not.toContain('src="/assets/')
  },
)

test('a product page names the product, also in its title, and the price', async () => {
  const { root, body } = await pageOf(PRODUCT)
  expect(root).toContain(product.name)
  expect(body).toMatch(new RegExp(`<title>${product.name} · `))
  expect(root).toMatch(/\d,\d\d\s€/)
})

test('behind https and with a host of its own for the desk, pages are rendered too', async () => {
  const https = await createTestContext({
    env: { ...httpsSettings('https://salud.example'), DESK_URL: 'https://desk.example' },
  })
  const { body } = await https.app.inject({
    url: PRODUCT,
    headers: { host: 'salud.example', 'accept-language': 'es-ES' },
  })
  expect(body).toContain(`"prerendered":"${PRODUCT}"`)
})

test('two languages at the same time do not mix', async () => {
  const languages = ['es-ES', 'en', 'es-ES', 'en']
  const pages = await Promise.all(
    languages.map((language) =>
      context.app.inject({ url: '/how-can-we-help', headers: { 'accept-language': language } }),
    ),
  )
  expect(pages.map(({ body }) => /<html lang="([\w-]+)"/.exec(body)?.[1])).toEqual(languages)
  expect(pages.map(({ body }) => /<h1[^>]*>(\w+)/.exec(body)?.[1])).toEqual(['Hola', 'Hello', 'Hola', 'Hello'])
})

// Last: after an address of nothing, new addresses are not rendered for a moment.
test.each(['/products/nothing', '/consultations', `${PRODUCT}?code=SUMMER`])('%s is drawn by the app', async (url) => {
  const { root, state } = await pageOf(url)
  expect(root).toBe('')
  expect(state.prerendered).toBeNull()
  expect(state.queries).toBeUndefined()
})
