import { LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Refusal } from '../kit/http/refusal.ts'
import { isWithin } from '../kit/limit/address-range.ts'
import { addressOf } from '../kit/limit/source.ts'
import { speak } from '../kit/words/words.ts'
import type { Services } from '../services.ts'
import { escaped } from './escaped.ts'
import { isBelow } from './hosts.ts'
import { PLAIN_HEADERS, plainPage } from './plain-page.ts'

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
  const main = `<h1>${escaped(say('desk.error.NOT_FROM_HERE'))}</h1><a href="">${escaped(say('ui.retry'))}</a>`
  reply
    .code(403)
    .headers(PLAIN_HEADERS)
    .send(plainPage({ locale, name: services.config.partnerName, main }))
}
