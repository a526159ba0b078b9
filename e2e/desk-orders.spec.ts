import { type Browser, expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { type BookedHour, bookSlot, remote } from './book-slot.ts'
import { openDesk, type Staff } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { HOLDER } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

const WHY = 'Se cortó la llamada y nos ha escrito'

test.describe.configure({ mode: 'serial' })
const system = ownSystem('vida-ligera')
let booked: BookedHour
let laura: Page
let elena: Page
const es = messagesOf('es')

test.beforeAll(async () => {
  booked = await bookSlot(await remote(system.url, HOLDER.phone), 'medical-weight-assessment', 'Dra. Marta Vidal Costa')
})

async function signIn(browser: Browser, staff: Staff): Promise<Page> {
  const desk = { url: system.url, messages: es, locale: 'es-ES', pictures: 'desk-orders' }
  return (await openDesk(browser, desk, staff)).page
}
const button = (page: Page, key: string) => page.getByRole('button', { name: es.text(key), exact: true })
const see = (page: Page, key: string) => expect(page.getByRole('main').getByText(es.text(key)).first()).toBeVisible()

async function confirm(page: Page, name: string, typed: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [key, text] of Object.entries(typed)) await dialog.getByLabel(es.pattern(`desk.orders.${key}`)).fill(text)
  await dialog.getByRole('button', { name: es.text(`desk.orders.confirm.${name}`) }).click()
}

test('a manager finds an order by its card and requests a partial refund', { tag: '@gate' }, async ({ browser }) => {
  laura = await signIn(browser, STAFF.laura)
  await laura.getByRole('link', { name: es.text('desk.orders.page') }).click()
  await laura.getByLabel(es.text('desk.orders.search.label')).fill('4422')
  await laura.keyboard.press('Enter')
  await expect(laura.getByText(es.pattern('desk.orders.search.clear'))).toBeVisible()
  await laura.locator('body').click({ position: { x: 1200, y: 700 } })
  await laura.keyboard.press('j')
  await expect(laura).toHaveURL(new RegExp(`/orders/${booked.orderId}`))
  await see(laura, 'desk.orders.timeline')
  await capture(laura, 'desk-orders-01-order')
  await captureAtWidths(laura, 'desk-orders-01-order')
  await button(laura, 'desk.orders.act.ask').click()
  await confirm(laura, 'ask', { amount: '9999', reason: WHY })
  await expect(laura.getByText(es.pattern('desk.orders.amount.MORE_THAN_LEFT')).first()).toBeVisible()
  await capture(laura, 'desk-orders-02-ask')
  await confirm(laura, 'ask', { amount: '12,50' })
  await expect(laura.getByText(es.pattern('desk.orders.waitsForAnother'))).toBeVisible()
  await expect(button(laura, 'desk.orders.act.approve')).toHaveCount(0)
})

test('another manager approves the refund, and the money goes back [B4.14]', { tag: '@gate' }, async ({ browser }) => {
  elena = await signIn(browser, STAFF.elena)
  await elena.goto(`${system.url}/desk/orders`)
  await elena.getByLabel(es.text('desk.orders.show')).selectOption('asked')
  // The list's filter is in the address: browser history undoes it, and a link shares it.
  await expect(elena).toHaveURL(/\/orders\?show=asked$/)
  await elena.goBack()
  await expect(elena.getByLabel(es.text('desk.orders.show'))).toHaveValue('all')
  await elena.goForward()
  await elena
    .getByRole('navigation')
    .getByRole('link', { name: es.pattern('desk.orders.attention.asked') })
    .click()
  await expect(elena.getByText(WHY)).toBeVisible()
  await expect(elena).toHaveURL(/\/orders\/[^/]+\?show=asked$/)
  await elena.setViewportSize({ width: 1920, height: 1080 })
  await capture(elena, 'desk-orders-03-approve-1920')
  await button(elena, 'desk.orders.act.approve').click()
  await confirm(elena, 'approve', {})
  await see(elena, 'desk.orders.refund.done')
  await see(elena, 'desk.orders.event.REFUNDED')
  await expect(elena.getByText('12,50').first()).toBeVisible()
  await capture(elena, 'desk-orders-04-done')
})

test('a booked appointment is moved in the agenda with a reason, which the order shows', async () => {
  await laura.getByRole('link', { name: es.text('desk.agenda.title') }).click()
  const move = laura.getByRole('button', { name: new RegExp(es.text('desk.agenda.move')) }).first()
  await expect(laura.getByRole('row', { name: /Vidal/ })).toBeVisible()
  for (let week = 0; week < 5 && (await move.count()) === 0; week++) {
    const loaded = laura.waitForResponse(/\/v1\/desk\/agenda/)
    await laura.getByRole('button', { name: es.text('ui.calendar.later') }).click()
    await loaded
    await laura.waitForTimeout(200)
  }
  await move.press('Enter')
  const dialog = laura.getByRole('dialog')
  const times = dialog.getByLabel(es.text('desk.agenda.move.time'), { exact: true })
  await expect(times).toBeVisible()
  await dialog.getByRole('button', { name: es.text('desk.agenda.move'), exact: true }).click()
  await expect(dialog.getByText(es.text('desk.people.reason.TOO_SHORT')).first()).toBeVisible()
  await times.selectOption({ index: 3 })
  await dialog.getByLabel(es.text('desk.people.reason'), { exact: true }).fill('La doctora tiene guardia a esa hora')
  await capture(laura, 'desk-orders-07-move')
  await dialog.getByRole('button', { name: es.text('desk.agenda.move'), exact: true }).click()
  await expect(laura.getByText(es.text('desk.agenda.move.done'))).toBeVisible()
  await expect(dialog).toBeHidden()
  await laura.goto(`${system.url}/desk/orders/${booked.orderId}`)
  await see(laura, 'desk.orders.event.RESCHEDULED')
})

test('a task is resolved with a finding; the page is translated to English and Portuguese', async () => {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await db`
    insert into reconciliation_task (kind, provider, attempt_id, order_id, ours, theirs)
    select 'REFUND_DIFFERS', provider, id, order_id, 1250, 1350 from payment_attempt where order_id = ${booked.orderId}`
  await db.end()
  await elena.goto(`${system.url}/desk/tasks`)
  await elena.getByRole('link', { name: es.pattern('desk.tasks.kind.REFUND_DIFFERS') }).click()
  await capture(elena, 'desk-orders-05-task')
  await button(elena, 'desk.tasks.resolve').click()
  await expect(elena.getByText(es.text('desk.orders.reason.TOO_SHORT'))).toBeVisible()
  await elena.getByLabel(es.text('desk.tasks.reason')).fill('Era una comisión del proveedor')
  await button(elena, 'desk.tasks.resolve').click()
  await expect(elena.getByText(es.text('desk.tasks.none.open'))).toBeVisible()
  await elena.goto(`${system.url}/desk/orders/${booked.orderId}`)
  let currentMessages = es
  for (const language of ['en', 'pt-BR'] as const) {
    const messages = messagesOf(language)
    await elena.getByLabel(currentMessages.text('desk.sidebar.language')).selectOption(language)
    await expect(elena.getByRole('heading', { name: messages.text('desk.orders.timeline') })).toBeVisible()
    await capture(elena, `desk-orders-06-${language}`)
    currentMessages = messages
  }
})
