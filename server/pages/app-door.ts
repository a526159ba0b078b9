import { createHash } from 'node:crypto'
import { languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_DOOR, ARRIVALS } from '../access/social/app-return.ts'
import { speak } from '../kit/words/words.ts'
import type { Services } from '../services.ts'
import { escaped } from './escaped.ts'
import { plainHeaders, plainPage } from './plain-page.ts'

/** What the browser brings for the app stays behind the `#`: this server never sees it. */
const SCRIPT = `document.querySelector('a').hash=location.hash;history.replaceState(null,'',location.pathname)`
const HEADERS = plainHeaders(`sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`)

/**
 * From the phone's browser back into the app, by a press: systems open an app for a link that somebody pressed on a page of
 * another host, and not for one that a page follows by itself (decision 0082). Without the app it leads to the same place
 * on the web.
 */
export function appDoor(app: FastifyInstance, services: Services): void {
  const { env } = services
  const page = (arrival: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const wanted = request.headers['accept-language']?.split(/[,;]/)[0] ?? ''
    const locale = languageFor(wanted, services.config.languages) ?? services.config.patientAppLanguage
    const say = speak(locale, await services.words(locale))
    const name = services.config.partnerName
    const address = new URL(arrival, env.PUBLIC_URL).href
    const main =
      `<h1>${escaped(say('access.app.title'))}</h1><p>${escaped(say('access.app.text'))}</p>` +
      `<a class="press" href="${escaped(address)}">${escaped(say('access.app.open', { partner: name }))}</a>`
    return reply
      .headers(HEADERS)
      .send(plainPage({ locale, name, main, script: SCRIPT, brand: services.config.brand.brand }))
  }
  for (const arrival of ARRIVALS) app.get(APP_DOOR + arrival, page(arrival))
}
