import { nextFree } from '@cuida/core/booking/calendar/slots.ts'
import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { type DirectoryClinician, findClinicianDirectory } from '../../catalogue/clinician-store.ts'
import type { Services } from '../../services.ts'
import { findAgendas, findOccupiedTimes } from '../agenda/agenda-store.ts'

export type ActiveProduct = Pick<ProductSummary, 'id' | 'slug' | 'name' | 'active' | 'scheduled' | 'durationMinutes'>

/** Products on sale, in the clinic's order. */
export const activeProducts = ({ content }: Pick<Services, 'content'>, locale: string): ActiveProduct[] =>
  content.products(locale).filter(({ active }) => active)

export interface ClinicianTimes {
  clinician: DirectoryClinician
  /** The first free time for any of their products; null when there is none. */
  nextFree: string | null
  /** The first free time for a product of this length, by minutes. */
  byLength: ReadonlyMap<number, string>
}

/** Clinicians without a free time come last; the others keep their order by name where equal. */
export const bySoonest = (one: { nextFree: string | null }, other: { nextFree: string | null }): number =>
  (one.nextFree ?? '9999').localeCompare(other.nextFree ?? '9999')

/** Every clinician with a product on sale, each with the first free times of their products; the soonest first. */
export async function findSoonest(services: Services): Promise<ClinicianTimes[]> {
  const { db, config, now } = services
  const products = activeProducts(services, config.patientAppLanguage)
  const clinicians = await findClinicianDirectory(
    db,
    products.map(({ id }) => id),
  )
  const ids = clinicians.map(({ id }) => id)
  const [agendas, occupiedTimes] = await Promise.all([
    findAgendas(db, config, ids),
    findOccupiedTimes(db, ids, undefined),
  ])
  const all = clinicians.map((clinician) => {
    const agenda = agendas.get(clinician.id)
    const clinicianProducts = products.filter(({ id, scheduled }) => scheduled && clinician.products.includes(id))
    // Slots of different lengths start at different minutes, so each length is searched once.
    const lengths = [...new Set(clinicianProducts.map(({ durationMinutes }) => durationMinutes))]
    const slotQuery = { now: now(), occupiedTimes: occupiedTimes.get(clinician.id) ?? [] }
    const byLength = new Map<number, string>()
    for (const durationMinutes of lengths) {
      const slot = agenda && nextFree(agenda, { ...slotQuery, durationMinutes })
      if (slot) byLength.set(durationMinutes, slot.start.toISOString())
    }
    return { clinician, nextFree: [...byLength.values()].sort()[0] ?? null, byLength }
  })
  return all.sort(bySoonest)
}
