import type { Agenda } from '@cuida/core/booking/calendar/slots.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { findAgenda } from '../agenda/agenda-store.ts'

/** A product that can be booked now, by its id or slug; one that was taken off the shelf is not there. */
export async function findProduct(
  { content }: Pick<Services, 'content'>,
  slugOrId: string,
  locale: string,
): Promise<Product | undefined> {
  const product: Product | undefined = content.product(slugOrId, locale)
  return product?.active ? product : undefined
}

/** A product at a clinician, with the clinician's hours. Says which of the two is missing. */
export async function findOffer(
  services: Pick<Services, 'content' | 'config'>,
  sql: Sql,
  wanted: { clinicianId: string; productId: string; locale: string },
): Promise<{ product: Product; agenda: Agenda } | 'PRODUCT_NOT_FOUND' | 'CLINICIAN_NOT_FOUND'> {
  const product = await findProduct(services, wanted.productId, wanted.locale)
  if (!product?.scheduled) return 'PRODUCT_NOT_FOUND'
  const agenda = await findAgenda(sql, services.config, wanted.clinicianId, product.id)
  return agenda ? { product, agenda } : 'CLINICIAN_NOT_FOUND'
}
