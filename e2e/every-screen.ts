import { connect } from '../server/kit/db/db.ts'
import { pathOf, type RouteName, routes } from '../web/routes.ts'
import { consultationWithDocuments, fillLongLists } from './long-lists.ts'
import { type Cast, PEOPLE } from './people.ts'

/** The addresses of the patient app: those that anybody may open, and those of a signed-in patient. */
export interface EveryScreen {
  guest: string[]
  patient: string[]
}

type Filling = Parameters<typeof fillLongLists>[1] & { partner: string }

/** Fills the database with forty rows of everything and returns the address of every screen that shows them. */
export async function fillEveryScreen(databaseUrl: string, filling: Filling): Promise<EveryScreen> {
  await fillLongLists(databaseUrl, filling)
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  const [row] = await db<Pick<Ids, 'orderId' | 'patientId' | 'dependantId'>[]>`
    select o.id as "orderId", p.id as "patientId",
      (select d.id from patient d where d.holder_id = p.id limit 1) as "dependantId"
    from account a join patient p on p.account_id = a.id join care_order o on o.account_id = a.id
    where a.phone = ${filling.patient.phone} limit 1`
  await db.end()
  const cast = PEOPLE.find(({ partner }) => partner === filling.partner)
  if (!row || !cast) throw new Error(`${filling.partner} has no orders of ${filling.patient.phone}`)
  const params = paramsOf(cast, { ...row, consultationId: await consultationWithDocuments(databaseUrl) })
  const names = Object.keys(routes) as RouteName[]
  const addressesOf = (isIn: boolean) =>
    names
      .filter((name) => (routes[name].guard === 'patient') === isIn)
      .map((name) => pathOf(name as 'order', params[name] as never))
  return { guest: addressesOf(false), patient: addressesOf(true) }
}

interface Ids {
  orderId: string
  patientId: string
  dependantId: string
  consultationId: string
}

/** The parameters of each address; an address with a missing parameter does not compile. */
const paramsOf = ({ clinician, video }: Cast, ids: Ids): { [N in RouteName]?: Parameters<typeof pathOf<N>>[1] } => ({
  accountConnect: { provider: 'google' },
  referral: { slug: 'zzzzz-zzzzz' },
  landing: { companySlug: 'nobody' },
  productGroup: { slug: 'lose-weight' },
  product: { slug: video },
  clinicianProfile: { id: clinician.id },
  questions: { slug: video },
  summary: { slug: video },
  productCalendar: { slug: video },
  clinicianCalendar: { clinicianId: clinician.id, productSlug: video },
  order: { id: ids.orderId },
  consultation: { id: ids.consultationId },
  attachmentCamera: { id: ids.orderId, consultationId: ids.consultationId },
  reschedule: { id: ids.consultationId },
  deviceTest: { id: ids.consultationId },
  webinar: { slug: 'sleep-and-weight' },
  address: { kind: 'billing' },
  editDependant: { id: ids.dependantId },
  dependantAddress: { id: ids.dependantId },
  medicalHistory: { emrId: ids.patientId },
  accessLog: { emrId: ids.patientId },
})
