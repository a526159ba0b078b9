import tls from 'node:tls'
import { type BrowserContext, expect, test } from '@playwright/test'
import { DEMO_IN_PUBLIC } from '../server/production.ts'
import { freePort } from '../tools/ports.ts'
import { type AddressClient, clientAt } from './address-client.ts'
import { bookSlot, remote } from './book-slot.ts'
import { Clinician } from './clinician.ts'
import { moveStartsToNow } from './clock.ts'
import { expectMedia } from './media.ts'
import { messagesOf } from './messages.ts'
import { isNginxInstalled, startNginx } from './nginx.ts'
import { codeSentTo } from './outbox.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { type RunningSystem, startSystem } from './system.ts'

test.describe.configure({ mode: 'serial' })
test.skip(!isNginxInstalled, 'nginx is not installed (Debian: apt-get install nginx)')

const messages = messagesOf('es')
const [{ clinician: staff, video }] = PEOPLE as [(typeof PEOPLE)[number]]
const SOCKETS = 500
/** More than any rate limit of one address. */
const MANY = 300
const UPGRADE =
  'GET /v1/calls HTTP/1.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=='

let nginx: Awaited<ReturnType<typeof startNginx>>
let system: RunningSystem
let home: BrowserContext
let clinic: BrowserContext
let at: (address: string) => AddressClient

test.beforeAll(async ({ browser }) => {
  const port = await freePort()
  const first = await freePort()
  const second = await freePort()
  const env = {
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    DEMO_IN_PUBLIC,
    NO_SECOND_FACTOR_BECAUSE: 'a journey of the demo',
  }
  system = await startSystem('vida-ligera', { port: first, secondPort: second, env })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${second}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  nginx = await startNginx(port, [first, second])
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), nginx.certificate])
  at = (address) => clientAt(address, system.url, nginx.certificate)
  const everywhere = { locale: 'es-ES', ignoreHTTPSErrors: true }
  home = await browser.newContext(everywhere)
  clinic = await browser.newContext({ ...everywhere, viewport: { width: 1280, height: 800 }, isMobile: false })
})
test.afterAll(async () => {
  await home?.close()
  await clinic?.close()
  await nginx?.stop()
  await system?.stop()
})

const phoneOf = (block: number) => ({ number: `+34690${String(block * 1_000 + 7).padStart(6, '0')}`, country: 'ES' })
const askForCode = (client: AddressClient, block: number, more = {}) =>
  client.post<{ accessToken: string; code?: string }>('/auth/register/phone', { phone: phoneOf(block) }, more)

test('endless code requests block one client address; another client registers meanwhile', async () => {
  const bad = at('127.0.0.21')
  const bruna = at('127.0.0.22')
  let requestCount = 0
  for (let status = 200; status !== 429 && requestCount < MANY; requestCount++) {
    const forged = {
      'x-forwarded-for': `198.51.100.${requestCount % 250}`,
      'x-real-ip': '198.51.100.1',
      forwarded: 'for=198.51.100.1',
    }
    status = (await askForCode(bad, requestCount, forged)).status
    expect([200, 429]).toContain(status)
  }
  expect(requestCount).toBeLessThan(MANY)

  const since = new Date()
  const phone = phoneOf(900)
  const { status, body } = await askForCode(bruna, 900)
  expect(status).toBe(200)
  const token = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })
  const code = await codeSentTo(system.url, phone.number, since)
  const proved = await bruna.post<{ accessToken: string }>(
    '/auth/register/confirmation',
    { code },
    token(body.accessToken),
  )
  const profile = {
    firstName: 'Bruna',
    lastName: 'Lima',
    dateOfBirth: '1990-05-17',
    sex: 'Female',
    password: 'Tres-Tristes-Tigres',
    email: 'bruna@example.com',
    phone,
    termsAccepted: true,
    nationalIdentificationNumber: { documentType: 'PASSPORT', documentNumber: 'XD12345678' },
  }
  const reply = await bruna.post<object>(
    '/auth/register/patient',
    { accountType: 'PHONE', profile },
    token(proved.body.accessToken),
  )
  expect(reply).toMatchObject({ status: 201 })
  expect((await askForCode(bad, 901)).status).toBe(429)
})

test('patient and clinician connect over TLS, an appointment is booked, and its call works beside 500 silent sockets', async () => {
  const client = await remote(system.url, HOLDER.phone)
  await bookSlot(client, video, 'Dra. Marta Vidal Costa')
  await moveStartsToNow(system.databaseUrl)
  const patientBrowser = new PatientBrowser(home, messages, system.url)
  const clinician = new Clinician(await clinic.newPage(), messages, system.url, 'proxy-desk')
  const [patient] = await Promise.all([patientBrowser.signIn(HOLDER.typed), clinician.signIn(staff)])
  const cookies = await home.cookies()
  expect(cookies.find(({ name }) => name === '__Host-rt')).toMatchObject({
    secure: true,
    httpOnly: true,
    sameSite: 'Strict',
  })

  const bad = at('127.0.0.23')
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => bad.line(UPGRADE)))
  await clinician.attend(HOLDER.name)
  await clinician.press('desk.call.start.video')
  await patientBrowser.button(patient, 'care.call.answer').first().click()
  await Promise.all([expectMedia(patient), expectMedia(clinician.page)])
  for (const socket of sockets) socket.destroy()
})

test('an event stream delivers changes at once, and ends with its session', async () => {
  const { body } = await at('127.0.0.24').post<{ accessToken: string }>('/auth/login', {
    identifier: '+34600000002',
    password: 'Cuida-demo-1',
  })
  const authorization = `Bearer ${body.accessToken}`
  const stream = await fetch(`${system.url}/v1/events`, { headers: { authorization } })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe(': hello\n\n')
  await at('127.0.0.24').post('/auth/logout', {}, { authorization })
  let text = ''
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) text += read.value
  expect(text).toContain('session')
})
