import { registerPatient } from '@cuida/core/access/api.ts'
import { myReferrer } from '@cuida/core/invite/api.ts'
import { newClientAddress, newPatient, newPhone, newSession, PASSWORD, verifyPhone } from '../access/test-people.ts'
import { hashOf, randomKey } from '../kit/crypto/secrets.ts'
import type { TestContext } from '../testing/test-context.ts'

export const CAMPAIGN_ID = '1'

export async function createReferrer(context: TestContext) {
  const patient = await newPatient(context)
  const { token } = await newSession(context, patient.accountId)
  const { body } = await context.sendCall(myReferrer, { campaignId: CAMPAIGN_ID }, { token })
  return { ...patient, token, slug: body.slug }
}

/** Registers with all steps: phone, code, profile. */
export async function registerInvited(
  context: TestContext,
  { referralSlug, ...link }: Partial<Record<Invitation, string>> = {},
) {
  const phone = newPhone()
  const token = await verifyPhone(context, phone)
  const profile = {
    firstName: 'Eva',
    lastName: 'Ruiz',
    dateOfBirth: '1990-05-17',
    sex: 'Female' as const,
    nationalIdentificationNumber: { documentType: 'PASSPORT' as const, documentNumber: `XD${phone.slice(-8)}` },
    password: PASSWORD,
    email: `e${phone.slice(1)}@example.com`,
    phone: { number: phone, country: 'ES' },
    termsAccepted: true as const,
    ...link,
  }
  const body = { accountType: 'PHONE' as const, profile, ...(referralSlug ? { referralSlug } : {}) }
  const send = () => context.sendCall(registerPatient, body, { token, from: newClientAddress() })
  const reply = await send()
  const [row] = await context.db`select p.id, p.account_id from patient p join account a on a.id = p.account_id
    where a.phone = ${phone}`
  const patient = { accountId: String(row?.account_id), patientId: String(row?.id), token: reply.body.accessToken }
  return { ...patient, status: reply.status, send }
}
type Invitation = 'referralSlug' | 'b2bCompanySlug' | 'b2bToken'

let companies = 0
/** A company that pays for a product, with a link for one employee. */
export async function insertCompany(
  { db }: TestContext,
  { redirectUrl = null as string | null, productId = '1', percentage = 40, days = 30 } = {},
) {
  const slug = `huerta-${++companies}`
  const name = `Huerta ${companies}`
  const [company] = await db`
    insert into company (slug, name, redirect_url) values (${slug}, ${name}, ${redirectUrl}) returning id`
  const id: string = company?.id
  await db`insert into company_product_discount values (${id}, ${productId}, ${percentage})`
  const [set] = await db`insert into company_link_set (company_id) values (${id}) returning id`
  const newLink = async () => {
    const token = randomKey(128)
    await db`
      insert into company_link (company_id, set_id, token_hash, expires_at, first_name, last_name, email)
      values (${id}, ${set?.id}, ${hashOf(token)}, clock_timestamp() + make_interval(days => ${days}), 'Casilda', 'Sorolla',
        'casilda.sorolla@huerta.example')`
    return { companySlug: slug, token }
  }
  return { id, name, newLink, link: await newLink() }
}

export async function sponsorPatient(
  context: TestContext,
  patientId: string,
  productId: string,
  percentage: number,
): Promise<void> {
  const { id } = await insertCompany(context, { productId, percentage })
  await context.db`update patient set company_id = ${id} where id = ${patientId}`
}
