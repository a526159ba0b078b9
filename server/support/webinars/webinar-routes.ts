import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import { WEBINAR_REMINDER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Webinar } from '@cuida/core/support/help/articles.ts'
import { endOf, isJoinOpen, joinOpensAt, phaseOf, seatsLeft, startOf } from '@cuida/core/support/webinars/webinar.ts'
import {
  getWebinar,
  leaveWebinar,
  listWebinars,
  type PatientWebinar,
  registerForWebinar,
} from '@cuida/core/support/webinars/webinar-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { lockRequester } from '../questions/question-store.ts'
import { findWebinarSeats, releaseSeat, reserveSeat, type WebinarSeats } from './webinar-store.ts'

interface Reader {
  db: Sql
  accountId: string
  locale: string
}

/** Webinars: registrations, and the join link for registered patients. */
export function webinarRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listWebinars, async (_, { db, caller: { accountId }, locale }) => {
    const webinars = services.content.webinars(locale)
    const places = await findWebinarSeats(
      db,
      accountId,
      webinars.map(({ id }) => id),
    )
    const joinLinks = joinLinksFor(services, webinars, places)
    return { items: webinars.map((webinar) => seenBy(services, webinar, { ...places, joinLinks })) }
  })
  serve(app, services, getWebinar, async ({ slug }, { db, caller: { accountId }, locale, refuse }) => {
    return (await findSeen(services, slug, { db, accountId, locale })) ?? refuse('WEBINAR_NOT_FOUND')
  })

  serve(app, services, registerForWebinar, async ({ slug }, { db, caller: { accountId }, now, locale, refuse }) => {
    const webinar = (await findWebinar(services, slug, locale)) ?? refuse('WEBINAR_NOT_FOUND')
    if (phaseOf(webinar, now()) === 'over') refuse('WEBINAR_OVER')
    await db.begin(async (tx) => {
      const patientId = await lockRequester(tx, accountId)
      const outcome = await reserveSeat(tx, { webinarId: webinar.id, patientId, seats: webinar.seats })
      if (outcome === 'full') refuse('WEBINAR_FULL')
      const dueAt = new Date(startOf(webinar).getTime() - WEBINAR_REMINDER_MINUTES * 60_000)
      // No reminder for a registration that comes after the reminder's time.
      if (outcome === 'had' || dueAt <= now()) return
      await enqueueNotification(tx, { type: 'webinar', accountId, subjectId: webinar.id, dueAt })
    })
    return seen(services, webinar, { db, accountId, locale })
  })
  serve(app, services, leaveWebinar, async ({ slug }, { db, caller: { accountId }, now, locale, refuse }) => {
    const webinar = (await findWebinar(services, slug, locale)) ?? refuse('WEBINAR_NOT_FOUND')
    if (phaseOf(webinar, now()) === 'over') refuse('WEBINAR_OVER')
    await db.begin(async (tx) => releaseSeat(tx, webinar.id, await lockRequester(tx, accountId)))
    return seen(services, webinar, { db, accountId, locale })
  })
}

const findWebinar = async ({ content }: Services, slug: string, locale: string): Promise<Webinar | undefined> =>
  content.webinars(locale).find((webinar) => webinar.slug === slug)

async function findSeen(services: Services, slug: string, reader: Reader): Promise<PatientWebinar | undefined> {
  const webinar = await findWebinar(services, slug, reader.locale)
  return webinar && seen(services, webinar, reader)
}

async function seen(services: Services, webinar: Webinar, { db, accountId }: Reader): Promise<PatientWebinar> {
  const places = await findWebinarSeats(db, accountId, [webinar.id])
  return seenBy(services, webinar, { ...places, joinLinks: joinLinksFor(services, [webinar], places) })
}

function seenBy(
  services: Services,
  webinar: Webinar,
  { taken, own, joinLinks }: WebinarSeats & { joinLinks: Doors },
): PatientWebinar {
  const { id, slug, title, summary, agenda, speaker, startsAt, durationMinutes } = webinar
  const now = services.now()
  return {
    slug,
    title,
    summary,
    agenda,
    speaker,
    startsAt,
    durationMinutes,
    isRegistered: own.has(id),
    image: webinar.image,
    endsAt: endOf(webinar).toISOString(),
    phase: phaseOf(webinar, now),
    seatsLeft: seatsLeft(webinar.seats, taken.get(id) ?? 0),
    joinOpensAt: joinOpensAt(webinar).toISOString(),
    joinUrl: (goesIn(webinar, own, now) && joinLinks.get(slug)) || null,
    recording: recordingOf(services, webinar),
  }
}

/** Join links by the webinar's slug. */
type Doors = ReadonlyMap<string, string>

const goesIn = (webinar: Webinar, own: WebinarSeats['own'], now: Date): boolean =>
  own.has(webinar.id) && isJoinOpen(webinar, now)

/** The join links, looked up only when a patient may join now, and only on hosts that the partner's settings name. */
function joinLinksFor(
  { content, config, log, now }: Services,
  webinars: readonly Webinar[],
  { own }: WebinarSeats,
): Doors {
  if (!webinars.some((webinar) => goesIn(webinar, own, now()))) return new Map()
  const joinLinks = content.joinLinks()
  const isGood = ({ joinUrl }: (typeof joinLinks)[number]) => isAllowedRedirect(joinUrl, config.allowedRedirectHosts)
  for (const { webinar } of joinLinks.filter((door) => !isGood(door)))
    log.error('the join link of a webinar is on a host that is not in allowedRedirectHosts', { slug: webinar })
  return new Map(joinLinks.filter(isGood).map(({ webinar, joinUrl }) => [webinar, joinUrl]))
}

/**
 * Repeats the checks of bundle loading for remote content: a local video must have captions, a remote one must be on
 * a host that the partner's settings name.
 */
function recordingOf(
  { config, log }: Services,
  { slug, recordingUrl, captionsUrl }: Webinar,
): PatientWebinar['recording'] {
  if (!recordingUrl) return null
  const url = recordingUrl
  const isGood = url.startsWith('/') ? captionsUrl !== null : isAllowedRedirect(url, config.allowedRedirectHosts)
  if (isGood) return { url, captionsUrl }
  log.error('a recording has no captions, or is on a host that is not in allowedRedirectHosts', { slug })
  return null
}
