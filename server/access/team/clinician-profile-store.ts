import { createHash } from 'node:crypto'
import type { ClinicianProfile } from '@cuida/core/access/team/team-api.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

type KeptProfile = ClinicianProfile & { id: string; photoUrl: string | null }

/** Public profiles of all clinicians or of one, in every language. */
export async function findProfiles(sql: Sql, id?: string): Promise<KeptProfile[]> {
  const rows = await sql<KeptProfile[]>`
    select c.id, c.name, c.registration_number as "registrationNumber", c.specialty, c.bio, c.experience, c.studies,
      c.languages, c.time_zone as "timeZone", c.buffer_minutes as "bufferMinutes",
      c.photo_url as "photoUrl", (
        select coalesce(array_agg(product_id order by product_id), '{}') from clinician_product p
        where p.clinician_id = c.id) as products
    from clinician c where ${id ?? null}::uuid is null or c.id = ${id ?? null} order by c.name, c.id`
  return [...rows]
}

/** Serialises concurrent changes of one profile. False: there is no such clinician. */
export async function lockProfile(tx: Tx, id: string): Promise<boolean> {
  return (await tx`select 1 from clinician where id = ${id} for update`).length === 1
}

export async function insertProfile(tx: Tx, id: string, profile: ClinicianProfile): Promise<void> {
  await tx`insert into clinician ${tx({ id, hue: hueOf(id), ...columnsOf(tx, profile) })}`
  await saveProducts(tx, id, profile)
}

export async function saveProfile(tx: Tx, id: string, profile: ClinicianProfile): Promise<void> {
  await tx`update clinician set ${tx(columnsOf(tx, profile))} where id = ${id}`
  await tx`delete from clinician_product where clinician_id = ${id}`
  await saveProducts(tx, id, profile)
}

async function saveProducts(tx: Tx, id: string, { products }: ClinicianProfile): Promise<void> {
  await tx`
    insert into clinician_product (clinician_id, product_id)
    select distinct ${id}::uuid, product from unnest(${products}::text[]) product`
}

const columnsOf = (tx: Tx, profile: ClinicianProfile) => ({
  name: profile.name,
  registration_number: profile.registrationNumber,
  specialty: tx.json(dropEmptyTexts(profile.specialty)),
  bio: tx.json(dropEmptyTexts(profile.bio)),
  experience: tx.json(dropEmptyTexts(profile.experience)),
  studies: tx.json(dropEmptyTexts(profile.studies)),
  languages: profile.languages,
  time_zone: profile.timeZone,
  buffer_minutes: profile.bufferMinutes,
})

/** Drops empty texts: an empty translation would be shown instead of one in another language. */
const dropEmptyTexts = <T extends string | string[]>(texts: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(texts).filter(([_, text]) => text.length > 0))

/** Hue of the placeholder without a photo. */
const hueOf = (id: string): number => createHash('sha256').update(id).digest().readUInt16BE() % 360
