import { nextFree } from '@cuida/core/booking/calendar/slots.ts'
import { weekOf } from '@cuida/core/booking/calendar/week.ts'
import { type Face, getClinicianWeek, listClinicians } from '@cuida/core/catalogue/clinician/face-api.ts'
import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import type { FastifyInstance } from 'fastify'
import { faceOf, findGivers, type Giver } from '../../catalogue/clinician-store.ts'
import { serve } from '../../kit/http/serve.ts'
import { briefly } from '../../kit/limit/briefly.ts'
import type { Services } from '../../services.ts'
import { findAgendas, findTaken } from '../agenda/agenda-store.ts'

/** Home shows them to everybody: one look at all calendars serves whoever asks meanwhile. */
const FACES_MS = 5_000

/** Who gives care here, and when they are there: for who has not chosen a product yet. */
export function faceRoutes(app: FastifyInstance, services: Services): void {
  const everybody = briefly(FACES_MS, () => findSoonest(services))

  serve(app, services, listClinicians, async ({ page, pageSize }, { locale }) => {
    const all = await everybody()
    const number = Number(page)
    const size = Number(pageSize)
    const shown = all.slice((number - 1) * size, number * size)
    const items = shown.map(({ giver, nextFree }): Face => ({ ...faceOf(giver, locale), nextFree }))
    return { items, page: number, pageSize: size, total: all.length }
  })

  serve(
    app,
    services,
    getClinicianWeek,
    async ({ id }, { db, locale, now, refuse }) => {
      const { config } = services
      const products = await activeProducts(services, locale)
      const [giver] = await findGivers(db, idsOf(products), id)
      if (!giver) return refuse('CLINICIAN_NOT_FOUND')
      const [agendas, taken] = await Promise.all([findAgendas(db, config, [id]), findTaken(db, [id], undefined)])
      const agenda = agendas.get(id) ?? refuse('CLINICIAN_NOT_FOUND')
      const given = products.filter((product) => product.scheduled && giver.products.includes(product.id))
      const offers = given.map(({ slug, name, durationMinutes }) => {
        const wanted = { durationMinutes, now: now(), taken: taken.get(id) ?? [] }
        return { slug, name, durationMinutes, nextFree: nextFree(agenda, wanted)?.start.toISOString() ?? null }
      })
      const { timeZone } = config
      return { timeZone, days: weekOf(agenda, timeZone, now()), offers: offers.sort(bySoonest) }
    },
    { topics: ({ id }) => [`clinician:${id}`] },
  )
}

type Sold = Pick<ProductSummary, 'id' | 'slug' | 'name' | 'active' | 'scheduled' | 'durationMinutes'>

async function activeProducts({ content }: Services, locale: string): Promise<Sold[]> {
  const products: Sold[] = content.products(locale)
  return products.filter(({ active }) => active)
}

const idsOf = (products: readonly Sold[]): string[] => products.map(({ id }) => id)

interface Soonest {
  giver: Giver
  nextFree: string | null
}

/** Everybody who gives something that is sold now, each with the first time that is free for anything they give. */
async function findSoonest(services: Services): Promise<Soonest[]> {
  const { db, config, now } = services
  const products = await activeProducts(services, config.patientAppLanguage)
  const givers = await findGivers(db, idsOf(products))
  const ids = givers.map(({ id }) => id)
  const [agendas, taken] = await Promise.all([findAgendas(db, config, ids), findTaken(db, ids, undefined)])
  const all = givers.map((giver) => {
    const agenda = agendas.get(giver.id)
    const given = products.filter(({ id, scheduled }) => scheduled && giver.products.includes(id))
    // Times of different lengths stand at different minutes: each length is looked at once.
    const lengths = [...new Set(given.map(({ durationMinutes }) => durationMinutes))]
    const wanted = { now: now(), taken: taken.get(giver.id) ?? [] }
    const times = lengths.map((durationMinutes) => agenda && nextFree(agenda, { ...wanted, durationMinutes })?.start)
    const [soonest] = times.flatMap((time) => time?.toISOString() ?? []).sort()
    return { giver, nextFree: soonest ?? null }
  })
  return all.sort(bySoonest)
}

/** Nobody free comes last; of the rest the order of names stands. */
const bySoonest = (one: { nextFree: string | null }, other: { nextFree: string | null }): number =>
  (one.nextFree ?? '9999').localeCompare(other.nextFree ?? '9999')
