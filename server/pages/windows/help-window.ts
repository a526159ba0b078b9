import type { Config } from '@cuida/core/brand/config.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { getHelpWindow } from '@cuida/core/support/help/help-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import { serve } from '../../kit/http/serve.ts'
import { requireOrigin } from '../../origins.ts'
import type { Services } from '../../services.ts'
import { NO_PERMISSIONS } from '../page-policy.ts'
import { HELP_SCRIPT } from './help-window-script.ts'

// The help widget is a third-party script. It runs on a host of its own (decisions 0064, 0083), where it sees neither
// the app nor the session.

export const HELP_WINDOW_PATH = '/help-window'

/**
 * The URL of the partner's help widget script, or the simulator's while simulators run. undefined: the partner has no
 * widget.
 */
export function widgetScript(
  { SIMULATORS_URL, PUBLIC_URL }: Pick<Env, 'SIMULATORS_URL' | 'PUBLIC_URL'>,
  { partnerConfig: { supportProvider } }: Pick<Config, 'partnerConfig'>,
): string | undefined {
  const { type, widget } = supportProvider
  if (type !== VENDOR.zendesk || !widget) return undefined
  return SIMULATORS_URL
    ? `${PUBLIC_URL}/simulators/zendesk/snippet.js${new URL(widget.scriptUrl).search}`
    : widget.scriptUrl
}

export function helpWindow(services: Services) {
  const { env, config } = services
  return async (app: FastifyInstance): Promise<void> => {
    const script = widgetScript(env, config)
    const at = script && requireOrigin(env.HELP_ORIGIN, 'HELP_ORIGIN', 'the partner has a help widget')
    serve(app, services, getHelpWindow, async (_, { refuse }) =>
      at ? { url: at + HELP_WINDOW_PATH } : refuse('NO_HELP_WINDOW'),
    )
    if (!script) return
    const origins = [new URL(env.PUBLIC_URL).origin, ...env.APP_ORIGINS]
    const html = pageOf({ script, origins })
    const headers = {
      'content-security-policy': helpPolicy(origins, new URL(script)),
      'permissions-policy': NO_PERMISSIONS,
      'cache-control': 'no-cache',
    }
    app.get(HELP_WINDOW_PATH, async (_request, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(html),
    )
    app.get(`${HELP_WINDOW_PATH}/window.js`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(HELP_SCRIPT),
    )
  }
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const pageOf = ({ script, origins }: { script: string; origins: readonly string[] }): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat</title><style>:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif}body{margin:0}</style></head>
<body><script src="${HELP_WINDOW_PATH}/window.js" data-widget="${attribute(script)}" data-apps="${attribute(origins.join(' '))}"></script>
</body></html>`

/**
 * The sources that Zendesk's documentation on Content Security Policy lists, without those that only phone calls
 * need.
 */
const ZENDESK = 'https://*.zdassets.com https://*.zendesk.com https://*.smooch.io'

/** Only the app may frame this page, and only the partner's widget and its own hosts load in it. */
export function helpPolicy(apps: readonly string[], { origin, hostname }: URL): string {
  const isReal = hostname.endsWith('.zdassets.com')
  const vendorSources = isReal ? ZENDESK : origin
  return [
    "default-src 'none'",
    `script-src 'self' ${vendorSources}`,
    "style-src 'unsafe-inline'",
    `img-src data: blob: ${vendorSources}${isReal ? ' https://*.zdusercontent.com' : ''}`,
    `font-src data: ${vendorSources}`,
    `media-src ${vendorSources}`,
    `connect-src ${vendorSources}${isReal ? ' wss://*.zendesk.com wss://api.smooch.io' : ''}`,
    `frame-src ${vendorSources}`,
    `frame-ancestors ${apps.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ')
}
