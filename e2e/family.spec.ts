import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Clinician } from './clinician.ts'
import { moveStartsToNow } from './clock.ts'
import { expectMedia } from './media.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const HOLDER = { typedPhone: '600 00 00 02', password: 'Cuida-demo-1' }
const CARD = { number: '4444444444444422', holder: 'LUCIA HERRERA', code: '123' }
const CHILD = 'Nico'
const CLINICIAN = {
  email: 'marta.vidal@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U',
}

test.describe.configure({ mode: 'serial' })
let system: RunningSystem
let home: BrowserContext
let patient: Patient
let page: Page
const es = messagesOf('es')

test.beforeAll(async ({ browser }) => {
  system = await startSystem('vida-ligera')
  home = await browser.newContext({ locale: 'es-ES' })
  page = await home.newPage()
  patient = new Patient(page, es, system.url, 'family-es')
})
test.afterAll(async () => {
  await home?.close()
  await system?.stop()
})

const forChild = () => page.getByText(`Para ${CHILD}`).first()
const field = (key: string) => page.getByLabel(es.pattern(key))

test('a holder without dependants adds a child, and missing fields are reported [A2.28] [A6.2] [A7.17]', {
  tag: '@gate',
}, async () => {
  await signIn(page)
  await page.goto(`${system.url}/account/profile`)
  await page.getByRole('link', { name: es.text('profile.family.row') }).click()
  await patient.see('profile.family.empty')
  await patient.capture('01-nobody')
  await patient.button('profile.family.add').click()
  await patient.button('profile.family.save').click()
  await expect(page.getByText(es.text('profile.family.firstName.REQUIRED')).first()).toBeVisible()
  await patient.capture('02-problems')
  await field('access.profile.firstName').fill(CHILD)
  await field('access.profile.lastName').fill('Herrera Sanz')
  await typeBirthday('1', '1', '2001')
  await page.getByRole('radio', { name: es.text('access.profile.sex.Male') }).check()
  await patient.button('profile.family.save').click()
  await patient.see('profile.family.dateOfBirth.TOO_OLD')
  await typeBirthday('9', '3', '2017')
  await patient.button('profile.family.save').dblclick()
  await expect(page).toHaveURL(/\/account\/profile\/family$/)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText(CHILD).first()).toBeVisible()
  await patient.capture('04-family')
})

test("a child's details are corrected, and the address is added [A2.28]", { tag: '@gate' }, async () => {
  const list = page.getByRole('main').getByRole('listitem')
  await list.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: CHILD })).toBeVisible()
  await patient.capture('04-child')
  await field('access.profile.lastName').fill('Herrera Luna')
  await typeBirthday('9', '3', '2001')
  await patient.button('profile.save').click()
  await patient.see('profile.family.dateOfBirth.TOO_OLD')
  await typeBirthday('10', '3', '2017')
  await patient.button('profile.save').click()
  await expect(page).toHaveURL(/\/account\/profile\/family$/)
  await expect(list.getByText(/10 de marzo de 2017/)).toBeVisible()
  await list.getByRole('link').click()
  await expect(field('access.profile.lastName')).toHaveValue('Herrera Luna')
  await page.getByRole('link', { name: /Dónde vive/ }).click()
  await patient.capture('04-child-address')
  await field('profile.address.postalCode').fill('28013')
  await field('profile.address.street').fill('Calle Mayor')
  await field('profile.address.city').fill('Madrid')
  await patient.button('profile.save').click()
  await expect(page.getByRole('link', { name: /Dónde vive.*Calle Mayor, 28013 Madrid/ })).toBeVisible()
})

test('a holder books for the child, whose name is on every screen [B6.2]', { tag: '@gate' }, async () => {
  await page.goto(`${system.url}/products/general-consultation`)
  await patient.button('catalogue.product.chooseTime').click()
  // The person comes before the product: this product is for adults, and the child is led to the one for children.
  await expect(page).toHaveURL(/\/select-profile$/)
  await patient.button('booking.who.continue').click()
  await patient.see('booking.who.required')
  await page.getByRole('radio', { name: new RegExp(`${CHILD}.*Consulta infantil`) }).check()
  await patient.capture('05-who')
  await patient.button('booking.who.continue').click()
  await expect(page).toHaveURL(/\/childrens-consultation\/questions/)
  await expect(forChild()).toBeVisible()
  await answerQuestions()
  await writeSummary()
  await expect(page).toHaveURL(/\/calendar/)
  await expect(forChild()).toBeVisible()
  await holdFirstHour()
  await expect(forChild()).toBeVisible()
  await patient.capture('07-checkout')
  await patient.pay(CARD)
  await patient.see('checkout.order.active.title')
  await expect(forChild()).toBeVisible()
  await patient.button('checkout.order.toConsultation').click()
  await expect(page).toHaveURL(/\/consultations\//)
  await expect(forChild()).toBeVisible()
})

test('a guest with a family chooses the person before paying, and the list shows the names [A4.8] [B2.7] [B6.5]', async () => {
  await page.goto(`${system.url}/account/profile`)
  await patient.button('profile.signOut').click()
  await expect(page).toHaveURL(/\/welcome/)
  await page.goto(`${system.url}/products/general-consultation`)
  await page.locator('a[href*="mode=now"]').click()
  await answerQuestions()
  await writeSummary()
  await patient.see('checkout.guest.title')
  await patient.button('checkout.guest.enter').click()
  await typeCredentials(page)
  await expect(page).toHaveURL(/\/select-profile$/)
  await page.getByRole('radio', { name: es.pattern('profile.identity.you') }).check()
  await patient.button('booking.who.continue').click()
  await expect(page).toHaveURL(/\/checkout/)
  await patient.pay(CARD)
  await patient.see('checkout.order.active.title')
  await page.goto(`${system.url}/consultations`)
  await expect(forChild()).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await patient.capture('11-list')
})

test('the clinician calls about the child, and the call shows the name', async ({ browser }) => {
  const clinic = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const clinician = new Clinician(await clinic.newPage(), es, system.url, 'family-desk')
  clinician.capture = async () => {}
  await clinician.signIn(CLINICIAN)
  await moveStartsToNow(system.databaseUrl)
  await clinician.attend(CHILD)
  await clinician.press('desk.call.start.video')
  await expect(patient.button('care.call.answer')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(`Consulta para ${CHILD}`)).toBeVisible()
  await patient.capture('12-incoming')
  await patient.button('care.call.answer').click()
  await expectMedia(page)
  await expect(page.getByRole('dialog').getByText(`Para ${CHILD}`)).toBeVisible()
  await patient.capture('13-call')
  await clinician.press('desk.call.completed')
  await clinician.writeAndClose('Nico está bien: agua, descanso y volver si la fiebre pasa de dos días.')
  await clinic.close()
  await page.getByRole('tab', { name: es.text('care.list.past') }).click()
  await expect(forChild()).toBeVisible()
})

test('the family screens are translated to English', async () => {
  await page.context().addCookies([{ name: 'locale', value: 'en', url: system.url }])
  const screens = ['/account/profile', '/account/profile/family', '/account/create/dependant', '/consultations']
  for (const [at, path] of screens.entries()) {
    await page.goto(system.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await capture(page, `family-en-${at}`)
    await captureAtWidths(page, `family-en-${at}`)
  }
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(page.getByText(`For ${CHILD}`)).toBeVisible()
  // After care has begun the birthday can no longer be changed.
  await page.goto(`${system.url}/account/profile/family`)
  await page.getByRole('main').getByRole('listitem').getByRole('link').click()
  await expect(page.getByText(`This identifies ${CHILD} in the medical record`)).toBeVisible()
  await expect(page.getByRole('group', { name: messagesOf('en').text('access.profile.dateOfBirth') })).toHaveCount(0)
  await capture(page, 'family-en-child')
})

async function signIn(on: Page): Promise<void> {
  await on.goto(`${system.url}/welcome`)
  await on.waitForSelector('html[data-ready]')
  await typeCredentials(on)
  await expect(on).toHaveURL(/how-can-we-help/)
}

async function typeCredentials(on: Page): Promise<void> {
  await on.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill(HOLDER.typedPhone)
  await on.getByLabel(es.text('access.profile.password'), { exact: true }).fill(HOLDER.password)
  await patient.button('access.welcome.signIn').click()
}

async function typeBirthday(...parts: string[]): Promise<void> {
  const birth = page.getByRole('group', { name: es.text('access.profile.dateOfBirth') }).getByRole('textbox')
  for (const [index, part] of parts.entries()) await birth.nth(index).fill(part)
}

/** Without pictures: other journeys take them of these screens. */
const quiet = (): Patient => Object.assign(new Patient(page, es, system.url, ''), { capture: async () => {} })
const answerQuestions = () => quiet().answerQuestions()
const writeSummary = () => quiet().writeSummary('video')
const holdFirstHour = () => quiet().holdFirstHour()
