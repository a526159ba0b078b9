import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Clinician, openDesk } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

const REASON = 'Acordado con la empresa para este año'
const COMPANY = 'Imprenta Azul'
const PRODUCT = 'general-consultation'
const es = messagesOf('es')

const system = ownSystem('vida-ligera')
let desk: Clinician
let links: string[] = []
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  const site = { url: system.url, messages: es, locale: 'es-ES', pictures: 'companies' }
  desk = await openDesk(browser, site, STAFF.laura)
})

const field = (key: string) => desk.page.getByLabel(es.text(key), { exact: true }).first()
const pictures = async (name: string) => {
  await desk.capture(name)
  await captureAtWidths(desk.page, `companies-${name}`)
}

test('a manager creates a company that pays half [A1.1]', async () => {
  const { page } = desk
  await page.getByRole('link', { name: es.text('desk.companies.title') }).click()
  await desk.press('desk.companies.new')
  await field('desk.companies.name').fill(COMPANY)
  await page
    .getByRole('checkbox')
    .first()
    .check({ position: { x: 20, y: 20 } })
  await field('desk.companies.percentage').fill('50')
  await page.getByLabel(es.text('desk.promo.reason'), { exact: true }).fill(REASON)
  await pictures('02-form')
  await desk.press('desk.companies.create')
  await expect(page.getByRole('heading', { level: 2, name: COMPANY })).toBeVisible()
  await pictures('03-company')
})

test('two hundred employees get links: invalid lines are reported first, then the table is shown once [A2.5]', async () => {
  const { page } = desk
  const people = Array.from({ length: 200 }, (_, at) => `Nuria;Campos ${at};nuria.${at}@imprenta.example`)
  const file = (lines: string[]) => ({
    name: 'personas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Nombre;Apellidos;Correo', ...lines].join('\r\n')),
  })
  const began = Date.now()
  await page.getByRole('radio', { name: es.pattern('desk.companies.kind.file') }).check({ position: { x: 20, y: 20 } })
  const fileInput = page.locator('input[type=file]')
  await fileInput.setInputFiles(file(['Nuria;Campos;nadie', ...people.slice(0, 3)]))
  await expect(page.getByText(es.pattern('desk.companies.file.email'))).toBeVisible()
  await pictures('04-wrong')
  await fileInput.setInputFiles(file(people))
  await desk.press('desk.companies.makeMany')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: es.text('desk.companies.download') }).click()
  const rows = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  // The duration is printed without a limit: a busy machine must not fail the test.
  console.log(`200 links by CSV at the desk: ${Date.now() - began} ms`)
  expect(rows).toHaveLength(201)
  expect(rows[1]).toMatch(/^Nuria;Campos 0;nuria\.0@imprenta\.example;http:/)
  links = rows.slice(1).map((row) => row.split(';')[3] ?? '')
  await pictures('05-made')
  await desk.press('desk.companies.done')
  await expect(
    page
      .getByRole('term')
      .filter({ hasText: es.text('desk.companies.count.open') })
      .locator('+ dd'),
  ).toHaveText('200')
  await pictures('06-links')
})

/** The charges at the payment provider. */
const charged = async (): Promise<number[]> => {
  const { charges } = await (await fetch(`${system.url}/simulators/ledger`)).json()
  return charges.map(({ amount }: { amount: number }) => amount)
}

/** A patient who opens the link, signs in with an existing account, and joins. */
async function joining(browser: Browser, link: string): Promise<Patient> {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patient = new Patient(await context.newPage(), es, system.url, 'companies-employee')
  await patient.page.goto(link)
  await expect(patient.page).toHaveURL(/\/welcome/)
  return patient
}
const enter = async (page: Page) => {
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill('600 00 00 02')
  await page.getByLabel(es.text('access.welcome.password'), { exact: true }).fill('Cuida-demo-1')
  await page.getByRole('button', { name: es.text('access.welcome.signIn'), exact: true }).click()
}

test('an employee joins by link and pays the other half; the second person with the link is refused', async ({
  browser,
}) => {
  const [link = ''] = links
  const carlos = await joining(browser, link)
  await carlos.see('access.welcome.company')
  await enter(carlos.page)
  await carlos.button('invite.company.join').click()
  await expect(carlos.page.getByRole('heading', { name: es.pattern('invite.company.joined') })).toBeVisible()
  await carlos.page.goto(`${system.url}/products/${PRODUCT}`)
  await carlos.page.locator('a[href*="mode=now"]').click()
  await carlos.answerQuestions()
  await carlos.writeSummary('phone')
  await expect(carlos.page).toHaveURL(/\/checkout/)
  await expect(carlos.page.getByText(COMPANY).first()).toBeVisible()
  const before = await charged()
  await carlos.pay({ number: '4444444444444422', holder: 'CARLOS PRUEBA', code: '123' })
  await carlos.see('checkout.order.active.title')
  await carlos.capture('08-paid')
  expect((await charged()).slice(before.length)).toEqual([1_450])
  await carlos.page.context().close()
  const other = await joining(browser, link)
  await expect(other.page.getByText(es.pattern('access.welcome.company'))).toHaveCount(0)
  await other.page.context().close()
})

test('a used link cannot be revoked; an open one can, and stops working', async ({ browser }) => {
  const { page } = desk
  await page.reload()
  const takeBack = async (link: string) => {
    const dialog = page.getByRole('dialog')
    if (!(await dialog.isVisible())) await desk.press('desk.companies.takeOne')
    await dialog.getByLabel(es.text('desk.companies.link'), { exact: true }).fill(link)
    await dialog.getByLabel(es.text('desk.promo.reason'), { exact: true }).fill(REASON)
    await dialog.getByRole('button', { name: es.text('desk.companies.take'), exact: true }).click()
  }
  const [used = '', open = ''] = links
  await takeBack(used)
  await expect(page.getByText(es.text('desk.error.LINK_USED'))).toBeVisible()
  await pictures('07-used')
  await takeBack(open)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const late = await joining(browser, open)
  await expect(late.page.getByText(es.pattern('access.welcome.company'))).toHaveCount(0)
  await late.page.context().close()
})
