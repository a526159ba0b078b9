import { type Browser, expect, type Page, type Route, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { Clinician, type Staff } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A health record: read by its patient, changed by a clinician on request, opened by emergency access. */
const staff = (name: string, totpSecret: string): Staff => ({
  email: `${name}@vidaligera.example`,
  password: 'Cuida-demo-1',
  totpSecret,
})
const MARTA = staff('marta.vidal', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U')
const PABLO = staff('pablo.navarro', 'NZ2XI4TJORUW63TBNRWHSZDFNRUWG2LP')
const LAURA = staff('laura.prieto', 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM')
const REQUEST = 'No es al látex, es al níquel de los pendientes.'
const REASON = 'La ha traído su hermana sin conocimiento y no puede contestar.'

const es = messagesOf('es')
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
  await inDatabase(async (db) => {
    const [patient] =
      await db`select p.id from patient p join account a on a.id = p.account_id where a.phone = ${HOLDER.phone}`
    const [author] = await db`select id from staff where email = 'elena.ruiz@vidaligera.example'`
    await db`
      insert into history_entry (patient_id, kind, text, severity, status, relative, onset, author_id)
      values (${patient?.id}, 'allergy', 'Látex', 'severe', 'active', null, '2009', ${author?.id}),
        (${patient?.id}, 'family', 'Diabetes tipo 2', null, 'active', 'mother', '2015-03', ${author?.id}),
        (${patient?.id}, 'personal', 'Cesárea', null, 'resolved', null, '2020-11-02', ${author?.id})`
    await db`
      insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method,
        queued_at, summary)
      select ${patient?.id}, product_id, 'general-consultation', 'Consulta médica', 'on-demand', 'QUEUED', 'phone', now(),
        'Me pica la oreja desde hace dos días.'
      from clinician_product order by product_id limit 1`
  })
})
test.afterAll(() => system?.stop())

const captureScreen = async (page: Page, name: string) => {
  await capture(page, `records-${name}`)
  await captureAtWidths(page, `records-${name}`)
}

async function deskOf(browser: Browser, staffMember: Staff): Promise<Clinician> {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const clinician = new Clinician(await context.newPage(), es, system.url, `records-${staffMember.email.slice(0, 5)}`)
  await clinician.signIn(staffMember)
  return clinician
}

const seenAtDesk = (page: Page, name: string) => capture(page, `records-${name}`)

async function inDatabase<T>(work: (db: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

test('a patient requests a change, a clinician makes it, and the patient reads both and the access log [B1.8] [B2.24] [B2.25]', {
  tag: '@gate',
}, async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), es, system.url)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/account/profile`)
  await page
    .getByRole('link', { name: es.pattern('care.history.entry') })
    .first()
    .click()
  await expect(page.getByText('Látex')).toBeVisible()
  await captureScreen(page, '01-history')
  await askForAChange(patientBrowser, page)

  const clinician = await attendAna(browser)
  const { page: desk } = clinician
  await acceptByKeyboard(desk)

  // Appears without a reload.
  await expect(page.getByText('Níquel', { exact: true })).toBeVisible()
  await patientBrowser.see(page, 'care.history.asked.accepted')
  await page.locator('summary').first().click()
  await capture(page, 'records-05-changed')
  await patientBrowser.link(page, 'care.accessLog.entry').click()
  await expect(page.getByText('Dra. Marta Vidal Costa').first()).toBeVisible()
  await expect(
    page.getByText(es.text('care.accessLog.act.write-record').replace('{who}', 'Dra. Marta Vidal Costa')),
  ).toBeVisible()
  await captureScreen(page, '06-looks')
  await endOtherwise(clinician)
  await desk.context().close()
  await patientBrowser.context.close()
})

async function askForAChange(patientBrowser: PatientBrowser, page: Page): Promise<void> {
  await page.getByRole('button', { name: es.text('care.history.askAbout').replace('{text}', 'Látex') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: es.text('care.history.ask.send') }).click()
  await expect(dialog.getByText(es.text('care.history.ask.text.TOO_SHORT'))).toBeVisible()
  await dialog.getByLabel(es.text('care.history.ask.text')).fill(REQUEST)
  await capture(page, 'records-02-ask')
  await dialog.getByRole('button', { name: es.text('care.history.ask.send') }).click()
  await patientBrowser.see(page, 'care.history.asked.open')
  await expect(page.getByText(REQUEST)).toBeVisible()
}

async function attendAna(browser: Browser): Promise<Clinician> {
  const clinician = await deskOf(browser, MARTA)
  const { page } = clinician
  await page.getByRole('link', { name: /Ana/ }).first().click()
  await page.getByRole('tab', { name: es.text('desk.tab.record') }).click()
  await expect(page.getByText(es.text('desk.record.closed').replace('{name}', 'Ana'))).toBeVisible()
  await seenAtDesk(page, '03-closed')
  await clinician.press('desk.take.attend')
  // Allergies are shown before the consultation begins.
  await expect(page.getByText(`Látex · ${es.text('care.record.severity.severe')}`).first()).toBeVisible()
  await expect(page.getByText(REQUEST)).toBeVisible()
  await seenAtDesk(page, '04-record')
  return clinician
}

/** A missed call, and a consultation that cannot be done remotely: the record shows both. */
async function endOtherwise(clinician: Clinician): Promise<void> {
  const { page } = clinician
  const dialog = page.getByRole('dialog')
  const address = page.url()
  await clinician.press('desk.call.start.video')
  await clinician.press('desk.call.failure.open')
  await dialog.getByRole('radio', { name: es.pattern('desk.call.failure.BAD_CONNECTION') }).check()
  await dialog.getByRole('button', { name: es.text('desk.call.failure.save') }).click()
  await page.getByLabel(es.text('desk.notes.label')).fill('Hay que verle la oreja: centro de salud.')
  await clinician.see('desk.notes.saved')
  await clinician.press('desk.close.open')
  await clinician.press('desk.close.confirm')
  await expect(dialog.getByText(es.text('desk.close.REQUIRED'))).toBeVisible()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  // The error needs room: the dialog's content shrinks, never the button.
  const before = page.viewportSize()
  for (const [width, height] of [
    [390, 664],
    [820, 700],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(clinician.button('desk.close.confirm')).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('radio').first()).toBeInViewport({ ratio: 1 })
    await clinician.capture(`05-close-wrong-${width}`)
  }
  if (before) await page.setViewportSize(before)
  await dialog.getByRole('radio', { name: es.pattern('desk.close.in-person') }).check()
  await clinician.press('desk.close.confirm')
  await clinician.see('desk.close.done')
  await page.goto(address)
  await expect(page.getByText(es.text('desk.take.over'))).toBeVisible()
  const ended = es.text('desk.ended.in-person')
  const failed = es.text('desk.failed.BAD_CONNECTION')
  await expect(page.getByText(`${es.text('desk.status.CLOSED')} · ${ended}`)).toBeVisible()
  const history = page.getByRole('list', { name: es.text('desk.about.history') })
  await expect(history.getByText(ended)).toBeVisible()
  await expect(history.getByText(new RegExp(failed, 'i'))).toBeVisible()
  await seenAtDesk(page, '04-over')
}

async function acceptByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: es.text('desk.record.request.accept') }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const what = dialog.getByLabel(es.text('desk.record.what.allergy'))
  await what.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Níquel')
  await dialog.getByLabel(es.text('desk.record.severity')).selectOption('mild')
  await capture(page, 'records-04-write')
  await what.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`Níquel · ${es.text('care.record.severity.mild')}`).first()).toBeVisible()
  await expect(page.getByText(REQUEST)).toHaveCount(1)
}

test('emergency access requires a reason, which a manager and the patient read [A2.28] [B2.18] [B2.24]', async ({
  browser,
}) => {
  const pablo = await deskOf(browser, PABLO)
  const { page } = pablo
  await page.goto(`${system.url}/desk/records/emergency`)
  await page.getByLabel(es.text('desk.record.emergency.phone'), { exact: true }).fill('600 00 00 01')
  const birth = page.getByRole('group', { name: es.text('desk.patient.birth') }).getByRole('textbox')
  for (const [index, part] of ['14', '5', '1988'].entries()) await birth.nth(index).fill(part)
  await pablo.press('desk.record.emergency.confirm')
  await expect(page.getByText(es.text('desk.record.emergency.reason.TOO_SHORT'))).toBeVisible()
  await page.getByLabel(es.text('desk.record.emergency.reason'), { exact: true }).fill(REASON)
  await seenAtDesk(page, '07-emergency')
  await pablo.press('desk.record.emergency.confirm')
  await pablo.see('desk.record.because.break-glass')
  await expect(page.getByRole('button', { name: es.text('desk.record.add') })).toHaveCount(0)
  await seenAtDesk(page, '08-opened')
  await page.context().close()

  const laura = await deskOf(browser, LAURA)
  await laura.page.getByRole('link', { name: es.pattern('desk.sidebar.patients') }).click()
  await laura.page.getByRole('tab', { name: es.pattern('desk.records.title') }).click()
  await laura.page.getByRole('link', { name: /Pablo Navarro Gil/ }).click()
  await expect(laura.page.getByText(REASON)).toBeVisible()
  await seenAtDesk(laura.page, '09-review')
  await laura.page.getByRole('radio', { name: es.text('desk.records.verdict.justified'), exact: true }).check()
  await laura.page.getByLabel(es.text('desk.records.review.text')).fill('He hablado con él y con la hermana.')
  await laura.press('desk.records.review.save')
  await laura.see('desk.records.reviewed')
  await laura.page.context().close()

  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), es, system.url)
  const ownPage = await patientBrowser.signIn(HOLDER.typed)
  await ownPage.goto(`${system.url}/consultations/medical-history`)
  await expect(ownPage.getByRole('tab', { name: 'Leo' })).toBeVisible()
  await patientBrowser.link(ownPage, 'care.accessLog.entry').click()
  await expect(ownPage.getByText(REASON)).toBeVisible()
  await ownPage.goto(`${system.url}/profile/family-medical-history`)
  await expect(ownPage.getByText('Leo')).toBeVisible()
  await captureScreen(ownPage, '12-family')
  await patientBrowser.context.close()
})

test('a patient shares the health summary by a link, which a doctor without an account opens', async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), es, system.url)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/consultations/medical-history`)
  await patientBrowser.link(page, 'care.healthLink.entry').click()
  await patientBrowser.see(page, 'care.healthLink.empty')
  await patientBrowser.button(page, 'care.healthLink.new').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(es.text('care.healthLink.label')).fill('Urgencias')
  await dialog.getByLabel(es.text('care.healthLink.passcode')).fill('4711')
  await captureScreen(page, '13-new-link')
  // The answer is lost on its way back; the second press finds the link that the first has made.
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/v1/patients/*/health-links', loseAnswer, { times: 1 })
  await dialog.getByRole('button', { name: es.text('care.healthLink.create') }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: es.text('care.healthLink.create') }).click()
  const code = page.getByRole('img', { name: es.text('care.healthLink.qr') })
  await expect(code).toBeVisible()
  await captureScreen(page, '14-link')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: es.text('ui.copy.link') }).click()
  const shared = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')

  const doctor = await (await browser.newContext({ locale: 'es-ES' })).newPage()
  await doctor.goto(shared)
  await doctor.getByLabel(es.text('care.healthSummary.recipient')).fill('Dra. Soto, Urgencias')
  await doctor.getByLabel(es.text('care.healthSummary.passcode')).fill('0000')
  await doctor.getByRole('button', { name: es.text('care.healthSummary.open') }).click()
  await expect(doctor.getByText(es.text('care.healthSummary.wrong'))).toBeVisible()
  await captureScreen(doctor, '15-passcode')
  await doctor.getByLabel(es.text('care.healthSummary.passcode')).fill('4711')
  await doctor.getByRole('button', { name: es.text('care.healthSummary.open') }).click()
  await expect(doctor.getByText('Níquel')).toBeVisible()
  await captureScreen(doctor, '16-summary')

  await page.reload()
  await expect(page.getByText(/Dra\. Soto, Urgencias/)).toBeVisible()
  await expect(page.getByText('Urgencias', { exact: true })).toHaveCount(1)
  await captureScreen(page, '17-opened')
  await patientBrowser.button(page, 'care.healthLink.end').click()
  await patientBrowser.see(page, 'care.healthLink.state.ended')
  await doctor.reload()
  await doctor.getByLabel(es.text('care.healthSummary.recipient')).fill('Dra. Soto')
  await doctor.getByLabel(es.text('care.healthSummary.passcode')).fill('4711')
  await doctor.getByRole('button', { name: es.text('care.healthSummary.open') }).click()
  await expect(doctor.getByText(es.text('care.healthSummary.gone'))).toBeVisible()
  await doctor.context().close()
  await patientBrowser.context.close()
})
