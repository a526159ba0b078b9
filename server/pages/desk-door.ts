import { LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { isWithin } from '../kit/address-range.ts'
import { Refusal } from '../kit/refusal.ts'
import { addressOf } from '../kit/source.ts'
import { speak } from '../kit/words.ts'
import type { Services } from '../services.ts'
import { isBelow } from './hosts.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

/** Where the setting says from which addresses the desk may be reached, everybody else is told so, and no more. */
export function guardDesk(app: FastifyInstance, { env: { DESK_ADDRESSES }, words }: Services): void {
  if (!DESK_ADDRESSES) return
  const fromHere: onRequestHookHandler = (request, reply, done) => {
    if (isWithin(DESK_ADDRESSES, addressOf(request))) done()
    else if (isPage(request)) void sendRefusal(request, reply, words).catch(done)
    else done(new Refusal('NOT_FROM_HERE', 403))
  }
  app.addHook('onRoute', (route) => {
    if (!isBelow('/desk', route.url) && !isBelow('/v1/desk', route.url)) return
    route.onRequest = [fromHere, ...[route.onRequest ?? []].flat()]
  })
}

const isPage = ({ routeOptions: { url } }: FastifyRequest): boolean => url === '/desk' || url === '/desk/*'

async function sendRefusal(request: FastifyRequest, reply: FastifyReply, words: Services['words']): Promise<void> {
  const wanted = request.headers['accept-language']?.split(/[,;]/)[0] ?? ''
  const locale = languageFor(wanted, LOCALES) ?? 'en'
  const said = speak(locale, await words(locale))('desk.error.NOT_FROM_HERE')
  reply
    .code(403)
    .headers(HEADERS)
    .send(`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>403</title><style>:root{color-scheme:light dark;font:20px/1.5 system-ui,sans-serif}
main{max-width:34em;margin:20vh auto;padding:0 24px}</style></head><body><main><p>${said}</p></main></body></html>`)
}
