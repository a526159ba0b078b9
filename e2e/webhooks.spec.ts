import { createServer, type Server } from 'node:http'
import { expect, test } from '@playwright/test'
import { bookSlot, remote } from './book-slot.ts'
import { type Clinician, openDesk } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { captureEveryVariant } from './screens.ts'
import { STAFF } from './staff.ts'

const messages = messagesOf('pt-BR')
const system = ownSystem('bem-leve', { env: { WEBHOOKS_TO_LOOPBACK: 'on' } })
const NAME = 'Agenda do Hospital do Norte'

/** Another organisation's program, which answers the challenge and keeps what it is told. */
let program: Server
let address = ''
const told: string[] = []
let beatriz: Clinician
let rafael: Clinician
test.beforeAll(async ({ browser }) => {
  const desk = { url: system.url, messages, locale: 'pt-BR', pictures: 'webhooks' }
  beatriz = await openDesk(browser, desk, STAFF.beatriz)
  rafael = await openDesk(browser, desk, STAFF.rafael)
  program = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { type, data } = JSON.parse(text)
    told.push(type)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ challenge: data.challenge }))
  })
  await new Promise<void>((listening) => program.listen(0, '127.0.0.1', listening))
  const bound = program.address()
  address = `http://127.0.0.1:${bound && typeof bound === 'object' ? bound.port : 0}/cuida`
})
test.afterAll(() => void program.close())

test('one manager requests a webhook, another approves it; it is verified and tells of a booking', async () => {
  const { page } = beatriz
  const draw = (name: string) => captureEveryVariant(page, `webhooks-${name}`)
  await page.goto(`${system.url}/desk/webhooks`)
  await beatriz.see('desk.webhooks.choose')
  await draw('01-none')
  await beatriz.press('desk.webhooks.request')
  await beatriz.press('desk.webhooks.send')
  await expect(page.getByText(messages.text('desk.webhooks.problem.events')).first()).toBeVisible()
  await draw('02-problems')
  await page.getByLabel(messages.text('desk.webhooks.description'), { exact: true }).fill(NAME)
  await page.getByLabel(messages.text('desk.webhooks.url'), { exact: true }).fill(address)
  await page.getByLabel(messages.text('desk.webhooks.event.consultation.booked')).check()
  await beatriz.press('desk.webhooks.send')
  await beatriz.see('desk.webhooks.waitsOwn')
  await draw('03-waits')

  await approve(page.url(), 'desk.webhooks')
  await page.reload()
  await beatriz.press('desk.webhooks.issue')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: messages.text('desk.webhooks.issue') })
    .click()
  await beatriz.see('desk.webhooks.once')
  await draw('04-secret')
  await beatriz.press('desk.webhooks.saved')
  await beatriz.press('desk.webhooks.verify')
  await beatriz.see('desk.webhooks.state.active')
  expect(told).toEqual(['webhook.verification'])

  await bookSlot(await remote(system.url, '+5511900000002'), 'general-consultation', 'Dra. Helena Prado Nogueira')
  await expect.poll(() => told).toEqual(['webhook.verification', 'consultation.booked'])
  await page.reload()
  await beatriz.see('desk.webhooks.deliveryState.delivered')
  await draw('05-delivered')
})

test('one manager requests an API key, another approves it, and its secret is shown once', async () => {
  const { page } = beatriz
  const draw = (name: string) => captureEveryVariant(page, `api-keys-${name}`)
  await page.goto(`${system.url}/desk/api-keys`)
  await beatriz.see('desk.apiKeys.choose')
  await draw('01-none')
  await beatriz.press('desk.apiKeys.request')
  await beatriz.press('desk.apiKeys.send')
  await expect(page.getByText(messages.text('desk.apiKeys.problem.scopes')).first()).toBeVisible()
  await draw('02-problems')
  await page.getByLabel(messages.text('desk.apiKeys.name'), { exact: true }).fill(NAME)
  await page.getByLabel(messages.text('desk.apiKeys.scope.appointments:write')).check()
  await beatriz.press('desk.apiKeys.send')
  await beatriz.see('desk.apiKeys.waitsOwn')

  await approve(page.url(), 'desk.apiKeys')
  await page.reload()
  await beatriz.press('desk.apiKeys.issue')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: messages.text('desk.apiKeys.issue') })
    .click()
  await beatriz.see('desk.apiKeys.once')
  await draw('03-secret')
  await beatriz.press('desk.apiKeys.saved')
  await beatriz.see('desk.apiKeys.secretStays')
  await draw('04-active')
})

/** Another manager opens the request and approves it. */
async function approve(url: string, words: 'desk.apiKeys' | 'desk.webhooks'): Promise<void> {
  await rafael.page.goto(url)
  await rafael.press(`${words}.approve`)
  await rafael.see(`${words}.fact.approvedBy`)
}
