import { languageFor, localeChain } from '@cuida/core/brand/locale.ts'
import type { Clinician } from '@cuida/core/catalogue/api.ts'
import type { ListedClinician } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { hasActiveStaff } from '../access/staff-store.ts'
import type { Sql } from '../kit/db/db.ts'

/** One text per language, as stored with a clinician. */
type Texts<T> = Record<string, T>

interface ClinicianRow {
  id: string
  name: string
  specialty: Texts<string>
  registration_number: string
  languages: string[]
  bio: Texts<string>
  experience: Texts<string[]>
  studies: Texts<string[]>
  photo_url: string | null
  hue: number
  time_zone: string
}

export async function findClinician(sql: Sql, id: string, locale: string): Promise<Clinician | undefined> {
  const [row] = await sql<ClinicianRow[]>`select c.* from clinician c where c.id = ${id} and ${hasActiveStaff(sql)}`
  return row && clinicianOf(row, locale)
}

/** The active clinicians who offer a product. */
export async function findCliniciansOf(sql: Sql, productId: string, locale: string): Promise<Clinician[]> {
  const rows = await sql<ClinicianRow[]>`
    select c.* from clinician c
    join clinician_product p on p.clinician_id = c.id and p.product_id = ${productId}
    where ${hasActiveStaff(sql)}
    order by c.name, c.id`
  return rows.map((row) => clinicianOf(row, locale))
}

const clinicianOf = (row: ClinicianRow, locale: string): Clinician => ({
  id: row.id,
  name: row.name,
  specialty: inLocale(row.specialty, locale) ?? '',
  registrationNumber: row.registration_number,
  languages: row.languages,
  bio: inLocale(row.bio, locale) ?? '',
  experience: inLocale(row.experience, locale) ?? [],
  studies: inLocale(row.studies, locale) ?? [],
  photoUrl: row.photo_url,
  hue: row.hue,
  timeZone: row.time_zone,
})

/** The text in the closest language; any language is better than none. */
export function inLocale<T>(texts: Texts<T>, locale: string): T | undefined {
  const available = Object.keys(texts)
  const closest = localeChain(locale)
    .map((language) => languageFor(language, available))
    .find(Boolean)
  return texts[closest ?? available[0] ?? '']
}

/** A clinician as listed in the directory, with the given products that they offer. */
export interface DirectoryClinician {
  id: string
  name: string
  specialty: Record<string, string>
  registrationNumber: string
  photoUrl: string | null
  products: string[]
}

/** The active clinicians who offer any of these products, by name; with an id, that clinician alone. */
export async function findClinicianDirectory(
  sql: Sql,
  productIds: readonly string[],
  id?: string,
): Promise<DirectoryClinician[]> {
  const rows = await sql<DirectoryClinician[]>`
    select c.id, c.name, c.specialty, c.registration_number as "registrationNumber", c.photo_url as "photoUrl",
      given.products
    from clinician c
    cross join lateral (
      select array_agg(p.product_id order by p.product_id) as products from clinician_product p
      where p.clinician_id = c.id and p.product_id = any(${[...productIds]})) given
    where given.products is not null and ${hasActiveStaff(sql)} ${id ? sql`and c.id = ${id}` : sql``}
    order by c.name, c.id`
  return [...rows]
}

/** A clinician as records name them. */
export interface NamedClinician {
  id: string
  name: string
  registrationNumber: string
  isActive: boolean
}

/** The clinicians who have left, by name; with an id, that clinician, whether they have left or not. */
export async function findFormerClinicians(sql: Sql, id?: string): Promise<NamedClinician[]> {
  const rows = await sql<NamedClinician[]>`
    select c.id, c.name, c.registration_number as "registrationNumber", ${hasActiveStaff(sql)} as "isActive"
    from clinician c where ${id ? sql`c.id = ${id}` : sql`not ${hasActiveStaff(sql)}`}
    order by c.name, c.id`
  return [...rows]
}

export const listedClinicianOf = (
  { id, name, specialty, photoUrl }: DirectoryClinician,
  locale: string,
): Omit<ListedClinician, 'nextFree'> => ({
  id,
  name,
  specialty: inLocale(specialty, locale) ?? '',
  photoUrl,
})
