import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { freePort } from '../tools/ports.ts'
import { Clinician } from './clinician.ts'
import { Patient } from './patient.ts'
import { PEOPLE } from './people.ts'
import { type RunningSystem, startSystem } from './system.ts'
import { wordsOf } from './words.ts'

/** Each thing at a host of its own, the desk too, in a real browser that holds pages to what they say of themselves. */
const pt = wordsOf('pt-BR')
const { clinician: HELENA } = PEOPLE.find(({ partner }) => partner === 'bem-leve') ??
  PEOPLE[0] ?? { clinician: undefined }

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

/** A browser whose complaints about a page's own policies are heard. */
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

test('a clinician who comes by the old way is led to the desk’s own host, and stays signed in there', async ({
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
  const kept = cookies.filter(({ httpOnly }) => httpOnly).map(({ domain, name }) => `${name} at ${domain}`)
  expect(kept.sort()).toEqual(['device at desk.localhost', 'rt-desk at desk.localhost'])
  await page.reload()
  await expect(page.getByRole('heading', { name: pt.text('desk.queue.title') })).toBeVisible()
  expect(originsOf(page)).toEqual([at('desk.localhost')])
  expect(complaints).toEqual([])
  await context.close()
})

test('card and chat are of three origins with the app, and the app of none of theirs', async ({ browser }) => {
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
  // Those four were ours.
  expect(complaints.filter((text) => !/TrustedHTML|TrustedScript/.test(text))).toEqual([])
  await context.close()
})
