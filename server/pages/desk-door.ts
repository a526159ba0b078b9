import { LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { isWithin } from '../kit/address-range.ts'
import { Refusal } from '../kit/refusal.ts'
import { addressOf } from '../kit/source.ts'
import { speak } from '../kit/words.ts'
import type { Services } from '../services.ts'
import { escaped } from './escaped.ts'
import { isBelow } from './hosts.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

/** The product's paper and ink; nothing of the desk is fetched for a page that is not let in. */
const STYLE = `:root{color-scheme:light dark;font:112.5%/1.5 system-ui,sans-serif;
background:light-dark(#fbf8f3,#121816);color:light-dark(#1b2624,#eef2ef)}
main{max-width:30em;margin:15vh auto;padding:0 20px}h1{font-size:1.375em;line-height:1.3;overflow-wrap:anywhere}
a{display:inline-block;padding:12px 0;color:inherit;font-weight:600}`

/** Where the setting says from which addresses the desk may be reached, everybody else is told so, and no more. */
export function guardDesk(app: FastifyInstance, services: Services): void {
  const { DESK_ADDRESSES } = services.env
  if (!DESK_ADDRESSES) return
  const fromHere: onRequestHookHandler = (request, reply, done) => {
    if (isWithin(DESK_ADDRESSES, addressOf(request))) done()
    else if (isPage(request)) void sendRefusal(request, reply, services).catch(done)
    else done(new Refusal('NOT_FROM_HERE', 403))
  }
  app.addHook('onRoute', (route) => {
    if (!isBelow('/desk', route.url) && !isBelow('/v1/desk', route.url)) return
    route.onRequest = [fromHere, ...[route.onRequest ?? []].flat()]
  })
}

const isPage = ({ routeOptions: { url } }: FastifyRequest): boolean => url === '/desk' || url === '/desk/*'

async function sendRefusal(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<void> {
  const wanted = request.headers['accept-language']?.split(/[,;]/)[0] ?? ''
  const locale = languageFor(wanted, LOCALES) ?? 'en'
  const say = speak(locale, await services.words(locale))
  const said = escaped(say('desk.error.NOT_FROM_HERE'))
  reply
    .code(403)
    .headers(HEADERS)
    .send(`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(services.config.partnerName)}</title><style>${STYLE}</style></head>
<body><main><p>${escaped(services.config.partnerName)}</p><h1>${said}</h1><a href="">${escaped(say('ui.retry'))}</a></main></body></html>`)
}
