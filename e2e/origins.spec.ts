import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { freePort } from '../tools/ports.ts'
import { bookSlot, remote } from './book-slot.ts'
import { Clinician } from './clinician.ts'
import { moveStartsToNow } from './clock.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { PEOPLE } from './people.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Every origin on a host of its own, including the desk, in a real browser that enforces their policies. */
const pt = messagesOf('pt-BR')
const { clinician: HELENA } = PEOPLE.find(({ partner }) => partner === 'bem-leve') ??
  PEOPLE[0] ?? { clinician: undefined }

const MARIANA = { phone: '+5511900000001', name: 'Mariana' }

let system: RunningSystem
let port: number
const at = (name: string) => `http://${name}:${port}`
test.beforeAll(async () => {
  port = await freePort()
  process.env.DESK_URL = at('desk.localhost')
  system = await startSystem('bem-leve', { port })
  delete process.env.DESK_URL
})
test.afterAll(() => system?.stop())

/** A browser context that collects policy violations from the console. */
async function strictly(browser: Browser, more = {}): Promise<{ context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({ locale: 'pt-BR', ...more })
  const complaints: string[] = []
  context.on('console', (message) => {
    if (/content security|trusted|permissions policy|refused to/i.test(message.text())) complaints.push(message.text())
  })
  return { context, complaints }
}

const originsOf = (page: Page) =>
  page
    .frames()
    .map((frame) => new URL(frame.url()).origin)
    .sort()

test('a clinician on the old desk address is redirected to the desk’s own host, and stays signed in there', async ({
  browser,
}) => {
  if (!HELENA) throw new Error('nobody plays the clinician')
  const { context, complaints } = await strictly(browser, { viewport: { width: 1280, height: 800 }, isMobile: false })
  const page = await context.newPage()
  await page.goto(`${system.url}/desk`)
  await expect(page).toHaveURL(`${at('desk.localhost')}/desk`)
  const clinician = new Clinician(page, pt, at('desk.localhost'), 'origins-desk')
  await clinician.signIn(HELENA)
  const cookies = await context.cookies()
  const cookieNames = cookies.filter(({ httpOnly }) => httpOnly).map(({ domain, name }) => `${name} at ${domain}`)
  expect(cookieNames.sort()).toEqual(['device at desk.localhost', 'rt-desk at desk.localhost'])
  await page.reload()
  await expect(page.getByRole('heading', { name: pt.text('desk.queue.title') })).toBeVisible()
  expect(originsOf(page)).toEqual([at('desk.localhost')])
  expect(complaints).toEqual([])
  await context.close()
})

test('card form, chat and app are three separate origins', async ({ browser }) => {
  const { context, complaints } = await strictly(browser)
  const page = await context.newPage()
  const patient = new Patient(page, pt, system.url, 'origins')
  await page.goto(`${system.url}/support`)
  await patient.button('support.chat.open').click()
  const chat = page.frameLocator('iframe[src*="/help-window"]')
  await expect(chat.getByLabel('Sua mensagem')).toBeVisible()
  expect(originsOf(page)).toEqual([system.url, at('help.localhost')])
  const blocked = await page.evaluate(() => {
    const node = document.createElement('div')
    const tries = [
      () => node.setHTMLUnsafe('<b>x</b>'),
      () => Object.assign(node, { innerHTML: '<b>x</b>' }),
      () => Object.assign(document.createElement('script'), { src: '/x.js' }),
      () => navigator.serviceWorker.register('/uploads/evil.js'),
    ]
    const refused = (run: () => unknown) => {
      try {
        const done = run()
        return done instanceof Promise
          ? done.then(
              () => false,
              () => true,
            )
          : false
      } catch {
        return true
      }
    }
    return Promise.all(tries.map(refused))
  })
  expect(blocked).toEqual([true, true, true, true])
  // The Trusted Types violations are those of the four attempts above.
  expect(complaints.filter((text) => !/TrustedHTML|TrustedScript/.test(text))).toEqual([])
  await context.close()
})

test('the prescription window has an origin of its own and sees nothing of the desk [B3.15]', async ({ browser }) => {
  if (!HELENA) throw new Error('nobody plays the clinician')
  await bookSlot(await remote(system.url, MARIANA.phone), 'medical-weight-assessment', 'Dra. Helena Prado Nogueira')
  await moveStartsToNow(system.databaseUrl)
  // Allows the authenticator code that she has just used.
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await db`update staff set totp_step = 0`
  await db.end()
  const { context, complaints } = await strictly(browser, { viewport: { width: 1280, height: 900 }, isMobile: false })
  const clinician = new Clinician(await context.newPage(), pt, at('desk.localhost'), 'origins-window')
  const { page } = clinician
  await clinician.signIn(HELENA)
  await clinician.attend(MARIANA.name)
  await clinician.press('desk.prescription.new')
  const window = page.frameLocator('iframe[src*="/prescription-window"]')
  await expect(window.getByLabel('Medicamento')).toBeVisible()
  await clinician.capture('open')
  expect(originsOf(page)).toEqual([at('desk.localhost'), at('prescription.localhost')])

  // What a third-party script would try from there.
  const frame = page.frames().find((one) => one.url().includes('/prescription-window'))
  if (!frame) throw new Error('there is no window')
  const reached = await frame.evaluate(
    async ({ desk, app, cards }) => {
      const tried = (work: () => unknown) => {
        try {
          return String(work())
        } catch (error) {
          return error instanceof DOMException ? error.name : String(error)
        }
      }
      const fetchStatus = (url: string) =>
        fetch(url, { credentials: 'include' }).then(
          ({ status }) => String(status),
          () => 'refused',
        )
      const other = document.createElement('iframe')
      other.src = `${cards}/payment-frame`
      document.body.append(other)
      return {
        document: tried(() => parent.document.title),
        storage: tried(() => parent.localStorage.length),
        cookie: document.cookie,
        own: tried(() => localStorage.length),
        desk: await fetchStatus(`${desk}/v1/desk/queue`),
        app: await fetchStatus(`${app}/v1/initial-state?locale=pt-BR`),
      }
    },
    { desk: at('desk.localhost'), app: system.url, cards: at('localhost') },
  )
  expect(reached).toEqual({
    document: 'SecurityError',
    storage: 'SecurityError',
    cookie: '',
    own: '0',
    desk: 'refused',
    app: 'refused',
  })
  await expect.poll(() => complaints.filter((text) => text.includes('frame-src')).length).toBeGreaterThan(0)

  await window.getByLabel('Medicamento').fill('Dipirona 500 mg')
  await window.getByLabel('Posologia').fill('1 comprimido se tiver dor')
  await window.getByRole('button').click()
  await clinician.see('desk.prescription.state.issued')
  await expect(page.getByText('Dipirona 500 mg')).toBeVisible()
  await clinician.capture('issued')
  await context.close()
})
