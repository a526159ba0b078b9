import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import { type SimulatorsApp, simulatorsApp } from '../simulators/app.ts'
import { credentials } from '../simulators/credentials.ts'
import { freePort } from '../tools/ports.ts'
import { ROOT } from '../tools/run.ts'
import { temporaryDataDir } from '../tools/temporary-postgres.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { type Cast, PEOPLE } from './people.ts'

const [cast] = PEOPLE as [Cast]
const { monei, twilio } = credentials

/**
 * A Spanish clinic with its own MONEI, Twilio and mail server, and nothing else configured; the vendors are simulated
 * elsewhere.
 */
test.describe('MONEI, Twilio and SMTP alone', () => {
  test.describe.configure({ mode: 'serial' })
  test.use({ locale: cast.locale })
  const dataDir = temporaryDataDir('own-providers')
  const vendorsDir = temporaryDataDir('vendors')
  let vendors: SimulatorsApp
  let vendorsUrl: string
  let url: string
  let started: ChildProcess
  let output = ''

  test.beforeAll(async () => {
    url = `http://127.0.0.1:${await freePort()}`
    const port = await freePort()
    vendorsUrl = `http://127.0.0.1:${port}`
    const webhookTargets = { [url]: url }
    vendors = await simulatorsApp({ dataDir: vendorsDir.path, publicUrl: vendorsUrl, webhookTargets, smtpPort: 0 })
    await vendors.listen({ port, host: '127.0.0.1' })
    // A minimal environment (`env -i`): PATH, the folders of this run, and the three providers.
    started = spawn('npm', ['start'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: new URL(url).port,
        DATA_DIR: dataDir.path,
        MONEI_API_KEY: monei.apiKey,
        MONEI_ACCOUNT_ID: monei.accountId,
        MONEI_URL: `${vendorsUrl}/simulators/monei`,
        TWILIO_ACCOUNT_SID: twilio.accountSid,
        TWILIO_AUTH_TOKEN: twilio.authToken,
        TWILIO_FROM: twilio.from,
        TWILIO_VERIFY_SERVICE: twilio.verifyService,
        TWILIO_URL: `${vendorsUrl}/simulators/twilio`,
        SMTP_URL: vendors.mailUrl,
        MAIL_FROM: 'Vida Ligera <hola@vidaligera.example>',
      },
    })
    const ended = once(started, 'close').then(() => output)
    const ready = new Promise<void>((resolve) => {
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (text) => {
          output += text
          if (/Ctrl-C stops/.test(output)) resolve()
        })
    })
    await Promise.race([ready, ended.then((messages) => Promise.reject(new Error(messages)))])
  })
  test.afterAll(async () => {
    if (started.exitCode === null) {
      started.kill('SIGTERM')
      await once(started, 'close')
    }
    await vendors?.close()
    for (const folder of [dataDir, vendorsDir]) await folder.remove()
  })

  test('the start lists the missing providers, and nothing is simulated', async () => {
    for (const name of ['prescriptions', 'identities', 'voice'])
      expect(output).toContain(`disabled capability ${name}: `)
    for (const name of ['payments', 'messages', 'mail']) expect(output).not.toContain(`disabled capability ${name}: `)
    expect(output).not.toContain('/simulators/outbox')
    expect((await fetch(`${url}/simulators/outbox`)).status).toBe(404)
  })

  test('features of missing providers are hidden and refused', async ({ page }) => {
    await page.goto(`${url}/welcome`)
    await page.waitForSelector('html[data-ready]')
    await expect(page.locator('a[href="/api/connect/google"]')).toHaveCount(0)
    const social = { provider: 'google', accessToken: 'made-up-token' }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${url}/v1/auth/social-login`, { method: 'POST', headers, body: JSON.stringify(social) })
    expect([reply.status, (await reply.json()).code]).toEqual([403, 'SOCIAL_LOGIN_OFF'])
  })

  test('a new patient books, registers with a code, pays by card with 3-D Secure, and gets an e-mail [B1.5]', async ({
    page,
  }) => {
    const patient = new Patient(page, messagesOf(cast.language), url, 'own-providers', vendorsUrl)
    await patient.enterAsGuest()
    await patient.openProduct(cast.video)
    await patient.button('catalogue.product.chooseTime').click()
    await patient.answerQuestions()
    await patient.writeSummary('video')
    const held = await patient.holdFirstHour()
    await patient.button('checkout.guest.enter').click()
    await patient.register(cast.person)
    await expect(page).toHaveURL(/\/checkout/)
    await patient.pay(cast.cards.challenged ?? cast.cards.good)
    await patient.convinceTheBank()
    await patient.see('checkout.order.active.title')
    await patient.button('checkout.order.toConsultation').click()
    await expect(page.getByText(held).first()).toBeVisible()
    const messages = async () => (await fetch(`${vendorsUrl}/simulators/outbox?to=${cast.person.email}`)).json()
    await expect.poll(messages).toContainEqual(expect.objectContaining({ channel: 'email' }))
    const { charges } = await (await fetch(`${vendorsUrl}/simulators/ledger`)).json()
    expect(charges).toHaveLength(1)
    await page.goto(`${url}/account/profile`)
    await expect(page.getByRole('link', { name: patient.messages.pattern('profile.payments') })).toBeVisible()
    await expect(page.getByRole('link', { name: patient.messages.pattern('care.prescriptions.title') })).toHaveCount(0)
  })
})
