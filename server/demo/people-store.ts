import type { Tx } from '../kit/db/db.ts'
import { saveAddress } from '../profile/address/address-store.ts'
import type { Demo, FindProduct } from './demo-shape.ts'

export async function isStaffed(tx: Tx): Promise<boolean> {
  return (await tx`select 1 from staff limit 1`).length > 0
}

export async function insertClinician(
  tx: Tx,
  clinician: Demo['clinicians'][number],
  product: FindProduct,
): Promise<void> {
  const { id, name, registrationNumber, languages, hue, timeZone, bufferMinutes } = clinician
  const texts = (['specialty', 'bio', 'experience', 'studies'] as const).map((field) =>
    tx.json(byLanguage(clinician[field])),
  )
  const [specialty = null, bio = null, experience = null, studies = null] = texts
  await tx`
    insert into clinician (id, name, specialty, registration_number, languages, bio, experience, studies, hue,
      time_zone, buffer_minutes)
    values (${id}, ${name}, ${specialty}, ${registrationNumber}, ${languages}, ${bio}, ${experience}, ${studies}, ${hue},
      ${timeZone}, ${bufferMinutes})`
  for (const slug of clinician.products)
    await tx`insert into clinician_product (clinician_id, product_id) values (${id}, ${product(slug).id})`
  for (const { weekday, starts, ends } of clinician.weeklyHours)
    await tx`
      insert into clinician_hours (clinician_id, weekday, starts, ends) values (${id}, ${weekday}, ${starts}, ${ends})`
}

type Text = Demo['clinicians'][number]['specialty']

/** The shape that `server/catalogue` reads: one value per language, a text or a list of texts. */
function byLanguage(texts: Text | Text[]): Record<string, string | string[]> {
  if (!Array.isArray(texts)) return texts.by
  const languages = Object.keys(texts[0]?.by ?? {})
  return Object.fromEntries(languages.map((language) => [language, texts.map(({ by }) => by[language] ?? '')]))
}

export async function insertStaff(
  tx: Tx,
  { email, name, role, clinicianId, deskPhone }: Demo['staff'][number],
  { passwordHash, totp }: { passwordHash: string; totp: Buffer },
): Promise<void> {
  await tx`
    insert into staff (email, name, password_hash, totp_secret, role, clinician_id, desk_phone)
    values (${email}, ${name}, ${passwordHash}, ${totp}, ${role}, ${clinicianId}, ${deskPhone ?? null})`
}

/** The id of the inserted row; throws when there is none. */
export async function insertedId(insert: PromiseLike<readonly { id?: string }[]>): Promise<string> {
  const [row] = await insert
  if (!row?.id) throw new Error('An insert of the demo returned no row: it refers to a person who does not exist')
  return row.id
}

/** An account holder and their dependants, by first name. */
export interface Family {
  accountId: string
  holderId: string
  dependants: Map<string, string>
}

export async function insertDemoPatient(
  tx: Tx,
  patient: Demo['patients'][number],
  passwordHash: string,
): Promise<Family> {
  const { phone, country, email, locale, cpf, document, company } = patient
  const accountId = await insertedId(
    tx`insert into account (phone, country, email, password_hash, locale)
      values (${phone}, ${country}, ${email}, ${passwordHash}, ${locale}) returning id`,
  )
  const holderId = await insertPerson(tx, patient, { account_id: accountId })
  await tx`
    update patient set cpf = ${cpf}, document_type = ${document?.documentType ?? null},
      document_number = ${document?.documentNumber ?? null}, company_id = (select id from company where slug = ${company})
    where id = ${holderId}`
  if (patient.address) await saveAddress(tx, holderId, 'home', patient.address)
  const dependants = new Map<string, string>()
  for (const child of patient.dependants)
    dependants.set(child.firstName, await insertPerson(tx, child, { holder_id: holderId }))
  return { accountId, holderId, dependants }
}

type Person = Pick<Demo['patients'][number], 'firstName' | 'lastName' | 'dateOfBirth' | 'sex'>

// clock_timestamp() keeps the insertion order of a family; now() is equal for every row of a transaction.
const insertPerson = (tx: Tx, person: Person, tie: { account_id?: string; holder_id?: string }): Promise<string> =>
  insertedId(tx`
    insert into patient (first_name, last_name, date_of_birth, sex, account_id, holder_id, created_at)
    values (${person.firstName}, ${person.lastName}, ${person.dateOfBirth}, ${person.sex}, ${tie.account_id ?? null},
      ${tie.holder_id ?? null}, clock_timestamp())
    returning id`)

/** Of several processes that start together, one loads the demo. */
export async function lockDemo(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('demo'))`
}
