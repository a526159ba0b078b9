import { type CareOptions, getCareOptions, TEAM_SIZE } from '@cuida/core/catalogue/care-options-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { FastifyInstance } from 'fastify'
import { type ClinicianTimes, findSoonest } from '../../booking/calendar/soonest.ts'
import { listedClinicianOf } from '../../catalogue/clinician-store.ts'
import { serve } from '../../kit/http/serve.ts'
import { memoizeFor } from '../../kit/memoize.ts'
import type { Services } from '../../services.ts'
import { forecastOf } from './forecast.ts'
import { findQueueOfProduct } from './queue-store.ts'

/** Milliseconds. Every visitor of Welcome and Home asks: one read of calendars and queues serves all of this time. */
const CACHE_MS = 5_000

interface Found {
  products: CareOptions['products']
  team: readonly ClinicianTimes[]
}

const readers = new WeakMap<Services, () => Promise<Found>>()

/** The care options in a language, shared by the call and the prerendered pages. */
export async function careOptionsOf(services: Services, locale: string): Promise<CareOptions> {
  let read = readers.get(services)
  if (!read) {
    read = memoizeFor(CACHE_MS, () => findCareOptions(services))
    readers.set(services, read)
  }
  const { products, team } = await read()
  return {
    products,
    team: team.map(({ clinician, nextFree }) => ({
      ...listedClinicianOf(clinician, locale),
      registrationNumber: clinician.registrationNumber,
      nextFree,
    })),
  }
}

async function findCareOptions(services: Services): Promise<Found> {
  const { content, config } = services
  const active: Product[] = content.products(config.patientAppLanguage).filter((product: Product) => product.active)
  const [clinicians, calls] = await Promise.all([
    findSoonest(services),
    Promise.all(active.map((product) => onDemandOptionOf(services, product))),
  ])
  const products = active.map((product, index) => ({
    slug: product.slug,
    nextFree: product.scheduled ? firstSlotOf(product, clinicians) : null,
    onDemand: calls[index] ?? null,
  }))
  return { products, team: clinicians.slice(0, TEAM_SIZE) }
}

function firstSlotOf({ id, durationMinutes }: Product, clinicians: readonly ClinicianTimes[]) {
  const slots = clinicians.flatMap(({ clinician, byLength }) => {
    const startTime = clinician.products.includes(id) ? byLength.get(durationMinutes) : undefined
    return startTime ? [{ startTime, clinicianId: clinician.id, clinicianName: clinician.name }] : []
  })
  return slots.sort((a, b) => a.startTime.localeCompare(b.startTime))[0] ?? null
}

async function onDemandOptionOf(services: Services, product: Product) {
  if (!product.onDemand) return null
  const now = services.now()
  const { wait, due, isClosed } = await forecastOf(
    services,
    product,
    await findQueueOfProduct(services.db, product.id),
    now,
  )
  if (isClosed) return null
  return { wait: wait ?? null, from: !wait && due && due > now ? due.toISOString() : null }
}

export function careOptionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getCareOptions, (_, { locale }) => careOptionsOf(services, locale))
}
