import { afterEach, expect, test, vi } from 'vitest'
import { fileWorld } from '../testing/test-worlds.ts'

const world = await fileWorld()
afterEach(() => vi.restoreAllMocks())

const matomo = { connector: 'matomo', url: 'https://matomo.clinic.example/', siteId: 3 } as const

/** In this language, as pages are kept a language. */
async function pageIn(language: string, more: object) {
  const real = world.services.content.config
  vi.spyOn(world.services.content, 'config').mockImplementation(async (locale) => ({
    ...(await real(locale)),
    ...more,
  }))
  const headers = { 'accept-language': language }
  const { headers: answered, body } = await world.app.inject({ url: '/welcome', headers })
  const boot = /<script id="boot" type="application\/json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
  const policy = String(answered['content-security-policy'])
  return { connects: /connect-src ([^;]*)/.exec(policy)?.[1], told: JSON.parse(boot).measuring }
}

test('a page may speak to who counts where its people are asked, and to nobody else but us', async () => {
  const page = await pageIn('es-ES', { enableCookieConsent: true, measuring: matomo })
  expect(page).toEqual({
    connects: `'self' ${world.twinsUrl}`,
    told: { connector: 'matomo', url: `${world.twinsUrl}/twins/matomo/matomo.php`, siteId: 3 },
  })
})

test('where nobody is asked it may speak to us alone, whatever else content says', async () => {
  const page = await pageIn('en', { enableCookieConsent: false, measuring: matomo })
  expect(page).toEqual({ connects: "'self'", told: null })
})
