import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { escapeHtml } from './escape-html.ts'
import { NO_PERMISSIONS } from './page-policy.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference writes its styles into the page.
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
]

/** Nothing is fetched from elsewhere, and no request of a reader passes through a proxy of the reference's makers. */
const CONFIGURATION = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: false,
}

/** The API reference at `/docs/api`. `folder` is where the build wrote its script (tools/api-reference.ts). */
export async function apiReference(app: FastifyInstance, { config }: Services, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/docs/api/',
    preCompressed: true,
    decorateReply: false,
    index: false,
  })
  app.get('/docs/api', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'permissions-policy': NO_PERMISSIONS,
        'content-security-policy': POLICY.join('; '),
      })
      .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(config.partnerName)}: API</title></head>
<body><script id="api-reference" data-configuration="${escapeHtml(JSON.stringify({ ...CONFIGURATION, customCss: `:root{--scalar-color-accent:${config.brand.brand}}` }))}"></script>
<script src="/docs/api/scalar.js"></script></body></html>`),
  )
}
