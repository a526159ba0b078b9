import type { Agenda } from '@cuida/core/booking/calendar/slots.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { findAgenda } from '../agenda/agenda-store.ts'

/** A bookable product by id or slug; undefined when it is no longer on sale. */
export async function findProduct(
  { content }: Pick<Services, 'content'>,
  slugOrId: string,
  locale: string,
): Promise<Product | undefined> {
  const product: Product | undefined = content.product(slugOrId, locale)
  return product?.active ? product : undefined
}

/** A clinician's product with the clinician's agenda, or the code of what is missing. */
export async function findOffer(
  services: Pick<Services, 'content' | 'config'>,
  sql: Sql,
  input: { clinicianId: string; productId: string; locale: string },
): Promise<{ product: Product; agenda: Agenda } | 'PRODUCT_NOT_FOUND' | 'CLINICIAN_NOT_FOUND'> {
  const product = await findProduct(services, input.productId, input.locale)
  if (!product?.scheduled) return 'PRODUCT_NOT_FOUND'
  const agenda = await findAgenda(sql, services.config, input.clinicianId, product.id)
  return agenda ? { product, agenda } : 'CLINICIAN_NOT_FOUND'
}
