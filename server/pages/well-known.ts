import { mailtoOf } from '@cuida/core/kit/email-address.ts'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import type { Services } from '../services.ts'

type LinkApps = Pick<Env, 'IOS_APP' | 'ANDROID_APP'>
const DAY_MS = 86_400_000
/**
 * RFC 9116 recommends less than a year. The date is computed for each request, so it expires only when the server no
 * longer runs.
 */
const SECURITY_DAYS = 90
/** Paths of this host that the native app does not open: these links stay in the browser. */
const NOT_THE_APP = ['/desk*', '/v1/*', '/api/*', '/simulators/*', '/uploads/*', '/assets/*']

/**
 * Declares to iOS and Android that the partner's native apps may open links of this host and offer its passkeys.
 * Without it a link opens the browser.
 */
export function wellKnownRoutes(app: FastifyInstance, { IOS_APP, ANDROID_APP }: LinkApps): void {
  const files: Record<string, object> = {}
  if (IOS_APP) files['apple-app-site-association'] = appleAssociation(IOS_APP)
  if (ANDROID_APP) files['assetlinks.json'] = androidLinks(ANDROID_APP)
  for (const [name, content] of Object.entries(files)) {
    app.get(`/.well-known/${name}`, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('application/json').send(content),
    )
  }
}

/** security.txt (RFC 9116): where to report a vulnerability. The clinic's own support comes first. */
export function securityRoute(app: FastifyInstance, services: Pick<Services, 'env' | 'now' | 'config'>): void {
  const { env, now } = services
  const canonical = new URL('/.well-known/security.txt', env.PUBLIC_URL).href
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { partnerConfig, languages } = services.config
    const day = Math.floor(now().getTime() / DAY_MS) + SECURITY_DAYS
    const lines = [
      `Contact: ${mailtoOf(partnerConfig.supportProvider.info.email)}`,
      `Expires: ${new Date(day * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${languages
        .map((language) => language.split('-')[0])
        .filter(isFirst)
        .join(', ')}`,
      `Canonical: ${canonical}`,
    ]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}

const isFirst = <T>(one: T, index: number, all: T[]): boolean => all.indexOf(one) === index

const appleAssociation = (appId: string) => ({
  applinks: {
    details: [
      { appIDs: [appId], components: [...NOT_THE_APP.map((path) => ({ '/': path, exclude: true })), { '/': '/*' }] },
    ],
  },
  // Lets the app offer the passkeys of this host.
  webcredentials: { apps: [appId] },
})

function androidLinks(app: string) {
  const [package_name, ...fingerprints] = app.split(',')
  return [
    {
      // The second one lets the app offer the passkeys of this host.
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: { namespace: 'android_app', package_name, sha256_cert_fingerprints: fingerprints },
    },
  ]
}
