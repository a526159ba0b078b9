import { getSecurity, linkGoogle, startGoogleLink, unlinkGoogle } from '@cuida/core/access/security/security-api.ts'
import { deletePatient } from '@cuida/core/profile/account/account-api.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recordErrorDetails } from '../../testing/test-error-details.ts'
import {
  newClientAddress,
  newPatient,
  newSession,
  PASSWORD,
  readOutbox,
  runJobs,
  solveProofOfWork,
} from '../test-people.ts'
import { diego, lucia, TEST_SITE, TestBrowser } from './test-google.ts'

const quotes = recordErrorDetails()
const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })
beforeEach(async () => {
  await context.db`delete from social_identity`
})

const LINK = '/api/connect/google/link'
const NOTHING = { status: 303, location: '/account/connect/google/link' }

async function someone() {
  const patient = await newPatient(context)
  const { token } = await newSession(context, patient.accountId)
  const browser = new TestBrowser(context)
  const depart = async (password = PASSWORD) => {
    const result = await context.sendCall(startGoogleLink, { password }, { token, from: newClientAddress() })
    browser.keep([(result.headers['set-cookie'] as string[]) ?? []].flat())
    return result
  }
  const link = (code: string, by = browser) =>
    context.sendCall(linkGoogle, { code }, { token, from: newClientAddress(), headers: { cookie: by.cookie } })
  const bring = async (subject: string) => {
    await depart()
    return browser.connect(subject, LINK)
  }
  const unlink = (password = PASSWORD) =>
    context.sendCall(unlinkGoogle, { password }, { token, from: newClientAddress() })
  const google = async () => (await context.sendCall(getSecurity, {}, { token })).body.google
  return { ...patient, token, browser, depart, link, bring, unlink, google }
}
const forgetPassword = (accountId: string) =>
  context.db`update account set password_hash = null where id = ${accountId}`

describe('linking Google to an account [A2.28]', () => {
  test('linking takes the password and a redirect; then Google signs in to the account, and the owner is notified', async () => {
    const me = await someone()
    expect(await me.google()).toBe('unlinked')
    expect((await me.depart()).body).toEqual({ address: LINK })
    expect((await me.link(await me.browser.connect(lucia, LINK))).status).toBe(204)
    expect(await me.google()).toBe('linked')
    expect((await new TestBrowser(context).signIn(lucia)).body.sessionId).toBeDefined()
    await runJobs(context)
    expect((await readOutbox(context, me.phone))[0]?.text).toContain('You can now sign in')
    expect((await readOutbox(context, me.email))[0]).toMatchObject({ channel: 'email' })
  })

  test('linking requires the password', async () => {
    const me = await someone()
    expect(await me.depart('Otra-Clave-9')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
    expect(await me.browser.get(LINK)).toMatchObject(NOTHING)
  })

  test('one password allows one redirect', async () => {
    const me = await someone()
    await me.depart()
    expect((await me.browser.get(LINK)).location).toContain('/simulators/google/authorize')
    expect(await me.browser.get(LINK)).toMatchObject(NOTHING)
  })

  test('another site cannot start the redirect without a link intent', async () => {
    expect(await new TestBrowser(context).get(LINK)).toMatchObject(NOTHING)
  })

  test('a Google account of another account is not linked', async () => {
    const me = await someone()
    const other = await someone()
    expect((await other.link(await other.bring(lucia))).status).toBe(204)
    expect(await me.link(await me.bring(lucia))).toMatchObject({ status: 409, body: { code: 'SOCIAL_CONFLICT' } })
    expect(await me.google()).toBe('unlinked')
  })

  test('an account links one Google account only', async () => {
    const me = await someone()
    expect((await me.link(await me.bring(lucia))).status).toBe(204)
    expect(await me.depart()).toMatchObject({ status: 409, body: { code: 'ALREADY_LINKED' } })
  })

  test('of two concurrent links in two tabs one succeeds', async () => {
    const me = await someone()
    const other = new TestBrowser(context)
    const result = await me.depart()
    other.keep([(result.headers['set-cookie'] as string[]) ?? []].flat())
    const codes = [await me.browser.connect(lucia, LINK), await other.connect(diego, LINK)]
    const done = await Promise.all([me.link(codes[0] ?? ''), me.link(codes[1] ?? '', other)])
    expect(done.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(done.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'ALREADY_LINKED' })
  })

  test.each([
    [
      'that was used before',
      async (me: Awaited<ReturnType<typeof someone>>, code: string) => {
        await me.link(code)
        await context.db`delete from social_identity`
        return me.link(code)
      },
    ],
    [
      'in another browser',
      async (me: Awaited<ReturnType<typeof someone>>, code: string) => me.link(code, new TestBrowser(context)),
    ],
    [
      'after a minute',
      async (me: Awaited<ReturnType<typeof someone>>, code: string) => {
        await context.db`update introduction set created_at = created_at - interval '60 seconds'`
        return me.link(code)
      },
    ],
    [
      'of another account',
      async (me: Awaited<ReturnType<typeof someone>>, code: string) => (await someone()).link(code, me.browser),
    ],
  ])('a code %s links nothing', async (_, use) => {
    const me = await someone()
    const result = await use(me, await me.bring(lucia))
    expect(result).toMatchObject({ status: 400, body: { code: 'SOCIAL_LOGIN_REFUSED' } })
    expect(await me.google()).toBe('unlinked')
  })

  test('after thirty codes in a quarter of an hour, a valid code needs proof of work', async () => {
    const me = await someone()
    const good = await me.bring(lucia)
    const from = newClientAddress()
    const bring = (code: string, headers = {}) =>
      context.sendCall(
        linkGoogle,
        { code },
        { token: me.token, from, headers: { cookie: me.browser.cookie, ...headers } },
      )
    for (let tries = 0; tries < 30; tries++)
      expect((await bring('once_invented')).body).toMatchObject({ code: 'SOCIAL_LOGIN_REFUSED' })
    const refused = await bring(good)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await bring(good, solveProofOfWork(refused))).status).toBe(204)
  })

  test('a link’s code signs nobody in, and a sign-in’s code links nothing', async () => {
    const me = await someone()
    const forLink = await me.bring(lucia)
    expect(await me.browser.sendCall(forLink)).toMatchObject({ status: 400, body: { code: 'SOCIAL_LOGIN_REFUSED' } })
    const forSignIn = await me.browser.connect(lucia)
    expect(await me.link(forSignIn)).toMatchObject({ status: 400, body: { code: 'SOCIAL_LOGIN_REFUSED' } })
  })

  test('a cancellation at Google returns to the app, not to Welcome', async () => {
    const me = await someone()
    await me.depart()
    const { location } = await me.browser.get(LINK)
    const state = new URL(location).searchParams.get('state')
    const back = await me.browser.get(`/api/connect/google/callback?error=access_denied&state=${state}`)
    expect(back).toMatchObject(NOTHING)
  })

  test('linking is not offered by a partner without social login', async () => {
    const off = await startTestContext({ partner: 'bem-leve', demo: false })
    onTestFinished(() => off.close())
    const { token } = await newSession(off, (await newPatient(off)).accountId)
    expect((await off.sendCall(getSecurity, {}, { token })).body.google).toBe('off')
    const result = await off.sendCall(startGoogleLink, { password: PASSWORD }, { token })
    expect(result).toMatchObject({ status: 403, body: { code: 'SOCIAL_LOGIN_OFF' } })
    expect(await off.sendCall(linkGoogle, { code: 'once_x' }, { token })).toMatchObject({ status: 403 })
  })
})

describe('unlinking Google', () => {
  async function linked() {
    const me = await someone()
    await me.link(await me.bring(lucia))
    return me
  }

  test('unlinking takes the password; then Google signs in to nothing, and the owner is notified', async () => {
    const me = await linked()
    expect((await me.unlink()).status).toBe(204)
    expect(await me.google()).toBe('unlinked')
    expect((await new TestBrowser(context).signIn(lucia)).body).toMatchObject({ isNewUser: true })
    await runJobs(context)
    expect((await readOutbox(context, me.phone))[0]?.text).toContain('You can no longer sign in')
  })

  test('unlinking requires the password', async () => {
    const me = await linked()
    expect(await me.unlink('Otra-Clave-9')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
    expect(await me.google()).toBe('linked')
  })

  test('unlinking is refused while Google is the only way to sign in', async () => {
    const me = await linked()
    await forgetPassword(me.accountId)
    expect(await me.unlink()).toMatchObject({ status: 409, body: { code: 'ONLY_WAY_IN' } })
    expect(await me.google()).toBe('linked')
  })

  test('unlinking a missing link is refused with its code', async () => {
    expect(await (await someone()).unlink()).toMatchObject({ status: 409, body: { code: 'NOT_LINKED' } })
  })
})

test('a deleted account removes the link: the Google account is free again', async () => {
  const me = await someone()
  const other = await someone()
  await me.link(await me.bring(lucia))
  await context.sendCall(
    deletePatient,
    { id: me.patientId, password: PASSWORD },
    { token: me.token, from: newClientAddress() },
  )
  expect((await other.link(await other.bring(lucia))).status).toBe(204)
})

test('no database error quotes data of another account', () => {
  expect(quotes).toEqual([])
})
