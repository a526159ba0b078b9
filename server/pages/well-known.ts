import { mailtoOf } from '@cuida/core/kit/email-address.ts'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import type { Services } from '../services.ts'

type LinkApps = Pick<Env, 'IOS_APP' | 'ANDROID_APP'>
const DAY_MS = 86_400_000
/** RFC 9116 wants less than a year; made anew at each look, so it runs out only when nobody runs this any more. */
const SECURITY_DAYS = 90
/** Paths of this host that are not the patient app's: links to them stay in the browser. */
const NOT_THE_APP = ['/desk*', '/v1/*', '/api/*', '/simulators/*', '/uploads/*', '/assets/*']

/**
 * Says to the phones' systems that the partner's native apps may open the links of this host. Without it a link opens the
 * browser: nobody can claim a host that is not theirs.
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

/** RFC 9116: to whom somebody writes who found a hole. The clinic's own support hears of it first. */
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

const isFirst = <T>(one: T, place: number, all: T[]): boolean => all.indexOf(one) === place

const appleAssociation = (appId: string) => ({
  applinks: {
    details: [
      { appIDs: [appId], components: [...NOT_THE_APP.map((path) => ({ '/': path, exclude: true })), { '/': '/*' }] },
    ],
  },
})

function androidLinks(app: string) {
  const [package_name, ...fingerprints] = app.split(',')
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name, sha256_cert_fingerprints: fingerprints },
    },
  ]
}
