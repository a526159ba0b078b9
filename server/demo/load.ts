import { hashPassword } from '../access/passwords.ts'
import { savePhoto } from '../access/photo/photo-store.ts'
import type { PhotoDrawer, RenderedPhoto } from '../access/photo/port.ts'
import { encryptSecret } from '../access/security/totp.ts'
import { registrationConsents } from '../brand/consent/agreements.ts'
import { insertConsents } from '../brand/consent/consent-store.ts'
import { openKeyring } from '../kit/crypto/encrypted-text.ts'
import type { Services } from '../services.ts'
import type { Demo, FindProduct } from './demo-shape.ts'
import { insertCompany, insertDemoCode } from './demo-store.ts'
import { insertPastConsultation } from './past-store.ts'
import { insertClinician, insertDemoPatient, insertStaff, isStaffed, lockDemo } from './people-store.ts'

/** The services that loading needs; no provider is called. */
type DemoPlace = Pick<Services, 'db' | 'bundle' | 'secrets' | 'content' | 'config'> & {
  /** Without it clinicians have no photo: rendering takes a second or two, which most tests do not need. */
  photoDrawer?: PhotoDrawer | undefined
}

/**
 * Fills an empty database with the partner's demo: clinicians with working hours, staff, patients with a history. It
 * runs in one transaction and once, even when several processes start together. Returns false when the database
 * already has people or the partner has no demo.
 */
export async function loadDemo(services: DemoPlace): Promise<boolean> {
  const { db, bundle, secrets } = services
  await openKeyring(db, secrets)
  const demo = bundle?.demo
  if (!demo) return false
  const [hashes, product, photos] = await Promise.all([hashesOf(demo), productsOf(services), photosOf(services, demo)])
  const hashed = (password: string) => hashes.get(password) ?? ''
  return db.begin(async (tx) => {
    await lockDemo(tx)
    if (await isStaffed(tx)) return false
    for (const clinician of demo.clinicians) await insertClinician(tx, clinician, product)
    for (const [clinicianId, drawings] of photos) await savePhoto(tx, clinicianId, drawings)
    for (const staff of demo.staff)
      await insertStaff(tx, staff, {
        passwordHash: hashed(staff.password),
        totp: encryptSecret(secrets, staff.totpSecret),
      })
    for (const company of demo.companies) await insertCompany(tx, company, product)
    for (const code of demo.promoCodes) await insertDemoCode(tx, code, product)
    for (const patient of demo.patients) {
      const family = await insertDemoPatient(tx, patient, hashed(patient.password))
      const agreed = await registrationConsents(services, patient.locale)
      await insertConsents(tx, { accountId: family.accountId, patientId: family.holderId }, agreed)
      for (const past of patient.pastConsultations) await insertPastConsultation(tx, { past, family, demo, product })
    }
    return true
  })
}

/** Equal passwords share a hash: demo passwords are printed at start, so salting them apart protects nothing. */
async function hashesOf({ staff, patients }: Demo): Promise<Map<string, string>> {
  const passwords = new Set([...staff, ...patients].map(({ password }) => password))
  return new Map(
    await Promise.all([...passwords].map(async (password) => [password, await hashPassword(password)] as const)),
  )
}

async function photosOf(
  { bundle, photoDrawer }: DemoPlace,
  { clinicians }: Demo,
): Promise<Map<string, RenderedPhoto[]>> {
  const photos = new Map<string, RenderedPhoto[]>()
  for (const { id, name, photo } of clinicians) {
    const file = photo && photoDrawer && bundle?.uploads.get(photo)
    const drawn = file && (await photoDrawer.draw(file.bytes))
    if (drawn && 'problem' in drawn) throw new Error(`The demo's photo of ${name} cannot be used: ${drawn.problem}`)
    if (drawn) photos.set(id, drawn.drawings)
  }
  return photos
}

/** The demo names products by slug; the bundle's validation has checked that each exists. */
async function productsOf({ bundle, content, config }: DemoPlace): Promise<FindProduct> {
  const locale = config.patientAppLanguage
  const slugs = bundle?.products.map(({ slug }) => slug) ?? []
  const products = await Promise.all(slugs.map((slug) => content.product(slug, locale)))
  return (slug) => {
    const product = products.find((candidate) => candidate?.slug === slug)
    if (!product) throw new Error(`The demo refers to the product ${slug}, which the content does not have`)
    return product
  }
}
