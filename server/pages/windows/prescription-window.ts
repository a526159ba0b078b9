import type { FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import { requireOrigin } from '../../origins.ts'
import type { Services } from '../../services.ts'
import { NO_PERMISSIONS } from '../page-policy.ts'

/**
 * The script of the page around the provider's module (product 12.21), in the documented order: the desk sends token
 * and patient once; the module reports ready, receives the patient, is shown and reports the signed prescription.
 * Only the prescription's number goes back to the desk.
 */
const WINDOW_SCRIPT = `(() => {
  const { module, desk, color } = document.currentScript.dataset
  const NAME = 'plataforma.prescricao'
  let open = false
  addEventListener('message', ({ origin, data, ports: [port] }) => {
    if (open || origin !== desk || !port || data?.type !== 'open') return
    open = true
    const fail = () => port.postMessage({ type: 'failed' })
    const script = document.createElement('script')
    Object.assign(script.dataset, { token: data.token, color, container: 'module' })
    script.onerror = fail
    script.onload = () => {
      MdSinapsePrescricao.event.add('core:moduleInit', ({ name }) => {
        if (name !== NAME) return
        const { id, name: nome, document: cpf } = data.patient
        MdHub.event.add('prescricaoImpressa', ({ prescriptionUuid }) => port.postMessage({ type: 'signed', id: prescriptionUuid }))
        Promise.resolve(MdHub.command.send(NAME, 'setPaciente', { idExterno: id, nome, ...(cpf ? { cpf } : {}) })).then(() => {
          MdHub.module.show(NAME)
          port.postMessage({ type: 'ready' })
        }, fail)
      })
    }
    script.src = module
    document.body.append(script)
  })
})()
`

// The provider's module is a third-party script. It runs on a host of its own (decisions 0042, 0064), where it
// receives what the desk sends and cannot read the desk.

export const PRESCRIPTION_WINDOW_PATH = '/prescription-window'
export const windowUrl = ({ PRESCRIPTION_ORIGIN }: Pick<Env, 'PRESCRIPTION_ORIGIN'>): string =>
  requireOrigin(PRESCRIPTION_ORIGIN, 'PRESCRIPTION_ORIGIN', 'prescriptions are signed in their provider’s window') +
  PRESCRIPTION_WINDOW_PATH

/** Only where prescriptions are signed in the provider's own window. */
export function prescriptionWindow({ env, providers, config }: Pick<Services, 'env' | 'providers' | 'config'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const port = providers.prescriptions
    if (port?.signing !== 'there') return
    // Throws at start when the window's origin is missing: clinicians could not prescribe.
    windowUrl(env)
    const desk = env.DESK_URL
    const html = pageOf({ module: port.scriptUrl, desk, colour: config.brand.brand })
    const headers = {
      'content-security-policy': policyOf(desk, new URL(port.scriptUrl).origin),
      'permissions-policy': NO_PERMISSIONS,
      'cache-control': 'no-cache',
    }
    app.get(PRESCRIPTION_WINDOW_PATH, async (_request, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(html),
    )
    app.get(`${PRESCRIPTION_WINDOW_PATH}/window.js`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(WINDOW_SCRIPT),
    )
  }
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const pageOf = ({ module, desk, colour }: { module: string; desk: string; colour: string }): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Memed</title><style>:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif}body{margin:0;padding:16px}
label{display:grid;gap:4px;margin-block:12px}input,button{font:inherit;min-height:48px;padding:4px 12px}</style></head>
<body><section id="module" aria-label="Memed"></section><script src="${PRESCRIPTION_WINDOW_PATH}/window.js" data-module="${attribute(module)}"
data-desk="${attribute(desk)}" data-color="${attribute(colour)}"></script></body></html>`

/** The module loads resources from its own hosts; only the desk may frame this page. */
function policyOf(desk: string, module: string): string {
  const vendorSources = module.endsWith('memed.com.br') ? 'https://memed.com.br https://*.memed.com.br' : module
  return [
    "default-src 'none'",
    `script-src 'self' ${vendorSources}`,
    `style-src 'unsafe-inline' ${vendorSources}`,
    `img-src data: ${vendorSources}`,
    `font-src data: ${vendorSources}`,
    `connect-src ${vendorSources}`,
    `frame-src ${vendorSources}`,
    `frame-ancestors ${desk}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ')
}
