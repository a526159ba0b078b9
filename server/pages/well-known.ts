import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

type LinkApps = Pick<Env, 'IOS_APP' | 'ANDROID_APP'>
/** Paths of this host that are not the patient app's: links to them stay in the browser. */
const NOT_THE_APP = ['/desk*', '/v1/*', '/api/*', '/twins/*', '/uploads/*', '/assets/*']

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
