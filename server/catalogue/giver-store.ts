import type { Face } from '@cuida/core/catalogue/clinician/face-api.ts'
import { isAtWork } from '../access/staff-store.ts'
import type { Sql } from '../kit/db/db.ts'
import { inLocale } from './clinician-store.ts'

/** Who gives care, in a row of faces, and what of these products they give. */
export interface Giver {
  id: string
  name: string
  specialty: Record<string, string>
  photoUrl: string | null
  products: string[]
}

/** Everybody at work who gives any of these products, by name; or one of them. */
export async function findGivers(sql: Sql, productIds: readonly string[], id?: string): Promise<Giver[]> {
  const rows = await sql<Giver[]>`
    select c.id, c.name, c.specialty, c.photo_url as "photoUrl", given.products
    from clinician c
    cross join lateral (
      select array_agg(p.product_id order by p.product_id) as products from clinician_product p
      where p.clinician_id = c.id and p.product_id = any(${[...productIds]})) given
    where given.products is not null and ${isAtWork(sql)} ${id ? sql`and c.id = ${id}` : sql``}
    order by c.name, c.id`
  return [...rows]
}

export const faceOf = ({ id, name, specialty, photoUrl }: Giver, locale: string): Omit<Face, 'nextFree'> => ({
  id,
  name,
  specialty: inLocale(specialty, locale) ?? '',
  photoUrl,
})
