import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import type { Renderer } from './renderer.ts'

/** The ground of the app's screens while it starts (ui/tokens). */
const GROUND = '#fbf8f3'

/** `GET /manifest.webmanifest`: name, colours and icon of the clinic's app, for a phone that installs it. */
export function manifestRoute(
  app: FastifyInstance,
  services: Services,
  renderer: Pick<Renderer, 'chooseLocale'>,
): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const locale = renderer.chooseLocale(request.headers['accept-language'], services.config)
    const { partnerName, brand } = await services.content.config(locale)
    const icon = { src: '/uploads/app-icon.png', sizes: '512x512', type: 'image/png' }
    const manifest = {
      id: '/',
      name: partnerName,
      short_name: partnerName,
      lang: locale,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      orientation: 'any',
      categories: ['health', 'medical'],
      theme_color: brand.brand,
      background_color: GROUND,
      icons: [
        { ...icon, purpose: 'any' },
        { ...icon, purpose: 'maskable' },
        { src: '/uploads/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    }
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest))
  })
}
