import { type Browser, expect } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import type { Messages } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { Patient } from './patient.ts'

/** Signs in a demo account, with the second factor where the partner requires one. */
export async function signIn(patient: Patient, { typed, phone }: { typed: string; phone: string }): Promise<void> {
  const { page, messages, url } = patient
  await page.goto(`${url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  await page.getByLabel(messages.text('access.welcome.phone'), { exact: true }).fill(typed)
  await page.getByLabel(messages.text('access.welcome.password'), { exact: true }).fill('Cuida-demo-1')
  const since = new Date()
  await patient.button('access.welcome.signIn').click()
  await expect(page).toHaveURL(/signin\/mfa|how-can-we-help/)
  if (!/mfa/.test(page.url())) return
  await page.getByLabel(messages.text('access.code.label')).fill(await codeSentTo(url, phone, since))
  await expect(page).toHaveURL(/how-can-we-help/)
}

interface Home {
  url: string
  messages: Messages
  locale: string
  pictures: string
}

/** Signs in a demo account in a browser context of its own. */
export async function openHome(
  browser: Browser,
  { url, messages, locale, pictures }: Home,
  account: { typed: string; phone: string },
): Promise<Patient> {
  const context = await browser.newContext({ locale })
  const patient = new Patient(await context.newPage(), messages, url, pictures)
  await signIn(patient, account)
  return patient
}

/** Queues a consultation of the holder of this number, or ends the existing ones. */
export async function setConsultationStatus(
  databaseUrl: string,
  phone: string,
  status: 'QUEUED' | 'CLOSED',
): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  const holder = db`(select p.id from patient p join account a on a.id = p.account_id where a.phone = ${phone})`
  if (status === 'CLOSED') await db`update consultation set status = 'CLOSED' where patient_id = ${holder}`
  else
    await db`
      insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at)
      values (${holder}, '1', 'general-consultation', 'Consulta', 'on-demand', 'QUEUED', 'phone', now())`
  await db.end()
}

/** Deletes all addresses: demo patients have one where invoices require it. */
export async function forgetAddresses(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  await db`delete from address`
  await db.end()
}
