import {
  addPasskey,
  myPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import { getSecurity } from '@cuida/core/access/security/security-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { pathOf } from '../../routes.ts'
import { PasskeyOffer } from './PasskeyOffer.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { PasskeysScreen } from './PasskeysScreen.tsx'
import { isPasskeyOfferDue, requestPasskeyOffer } from './passkey-offer.ts'

const device = vi.hoisted(() => ({ cancels: false }))
// The device is replaced; the journey in e2e/passkeys.spec.ts has one.
vi.mock('@cuida/ui/passkeys/passkey-browser.ts', () => {
  const answer = async () => {
    if (device.cancels) throw new DOMException('cancelled', 'NotAllowedError')
    return { id: 'credential', response: { clientDataJSON: 'AA' } }
  }
  return {
    createPasskey: answer,
    askForPasskey: answer,
    offerInField: answer,
    canOfferInField: async () => false,
    hasScreenLock: async () => true,
    endOffer: () => {},
    isCancelled: (failure: unknown) => failure instanceof DOMException,
    isAddedAlready: () => false,
  }
})

const PASSKEY = { id: 'k-1', name: 'Mi móvil', createdAt: '2026-11-20T10:00:00Z', lastUsedAt: null, isBlocked: false }
const SESSION = {
  accessToken: `a.${btoa(JSON.stringify({ iat: 0, exp: 86_400 }))}.c`,
  refreshToken: 'r',
  sessionId: 's',
}
const SECURITY = { secondFactor: 'none', recoveryCodesLeft: 0, hasPassword: true, hasPasskey: true, google: 'off' }

beforeEach(() => {
  freezeTime('2026-11-26T10:00:00Z')
  device.cancels = false
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('isSecureContext', true)
})
const settle = () => actAndFlush(() => vi.dynamicImportSettled())

describe('the list of passkeys', () => {
  async function list(items: object[] = [PASSKEY], security: object = {}) {
    const server = mockPatientServer()
    server.reply(myPasskeys, { items })
    server.reply(getSecurity, { ...SECURITY, ...security })
    return { server, page: await renderPatientScreen(<PasskeysScreen />, { at: pathOf('passkeys') }) }
  }

  test('soon after the sign-in one press adds a passkey', async () => {
    const { page, server } = await list([])
    server.reply(startPasskey, { challenge: 'c' })
    server.reply(addPasskey, PASSKEY, 201)
    await page.click(t('ui.passkeys.add'))
    await settle()
    expect(server.requestsTo(addPasskey)).toMatchObject([{ body: { credential: { id: 'credential' } } }])
  })

  test('later it takes the password, and the code of an authenticator', async () => {
    const { page, server } = await list([PASSKEY], { secondFactor: 'totp' })
    server.refuse(removePasskey, 'PROOF_REQUIRED', 403)
    await page.click(t('ui.passkeys.removeLabel', { name: PASSKEY.name }))
    await settle()
    await page.fill(t('ui.passkeys.password'), 'wrong')
    await page.fill(t('ui.passkeys.code'), '123456')
    server.refuse(removePasskey, 'WRONG_PASSWORD', 400)
    await page.click(t('ui.passkeys.remove'))
    await settle()
    expect(page.hasMessage('ui.passkeys.password.WRONG_PASSWORD')).toBe(true)
    expect(server.requestsTo(removePasskey).at(-1)).toMatchObject({ body: { password: 'wrong', code: '123456' } })
  })

  test('or another tap; a closed dialog of the device keeps the form, without a failure', async () => {
    const { page, server } = await list([PASSKEY], { secondFactor: 'totp' })
    server.reply(startPasskeySignIn, { challenge: 'c' })
    server.refuse(removePasskey, 'PROOF_REQUIRED', 403)
    await page.click(t('ui.passkeys.removeLabel', { name: PASSKEY.name }))
    await settle()
    server.reply(removePasskey, null, 204)
    device.cancels = true
    await page.click(t('ui.passkeys.prove'))
    await settle()
    expect(server.requestsTo(removePasskey)).toHaveLength(1)
    expect(page.buttons()).toContain(t('ui.passkeys.prove'))
    device.cancels = false
    await page.click(t('ui.passkeys.prove'))
    await settle()
    expect(server.requestsTo(removePasskey).at(-1)).toMatchObject({ body: { passkey: { id: 'credential' } } })
  })

  test('a closed dialog of the device is no failure', async () => {
    device.cancels = true
    const { page, server } = await list([])
    server.reply(startPasskey, { challenge: 'c' })
    await page.click(t('ui.passkeys.add'))
    await settle()
    expect(server.requestsTo(addPasskey)).toEqual([])
    expect(page.hasMessage('ui.passkeys.failed')).toBe(false)
    expect(page.buttons()).toContain(t('ui.passkeys.add'))
  })

  test('a blocked passkey says so', async () => {
    const { page } = await list([{ ...PASSKEY, isBlocked: true }])
    expect(page.hasMessage('ui.passkeys.blocked')).toBe(true)
  })
})

describe('signing in with a passkey', () => {
  async function button() {
    const server = mockServer()
    server.reply(startPasskeySignIn, { challenge: 'c' })
    const page = await renderPatientScreen(<PasskeySignIn />, { at: '/welcome' })
    const enter = async () => {
      await page.click(t('access.passkey.signIn'))
      await settle()
    }
    return { server, page, enter }
  }

  test('one press signs in', async () => {
    const { server, enter } = await button()
    server.reply(signInWithPasskey, SESSION)
    await enter()
    expect(currentAddress()).toBe(pathOf('redirect'))
    expect(isPasskeyOfferDue()).toBe(false)
  })

  test('a refused one points to the password', async () => {
    const { server, page, enter } = await button()
    server.refuse(signInWithPasskey, 'PASSKEY_REFUSED', 400)
    await enter()
    expect(page.hasMessage('access.passkey.refused')).toBe(true)
  })

  test('with too many sessions it offers to end one', async () => {
    const { server, page, enter } = await button()
    server.reply(signInWithPasskey, { code: 'MAX_SESSIONS', maxSessionsToken: 'm' }, 429)
    await enter()
    expect(page.hasMessage('access.force.title')).toBe(true)
  })
})

describe('the offer after a sign-in with a password', () => {
  async function home(items: object[] = []) {
    const server = mockPatientServer()
    server.reply(myPasskeys, { items })
    const page = await renderPatientScreen(<PasskeyOffer />, { at: '/how-can-we-help' })
    await settle()
    return { server, page }
  }
  const isOffered = (page: Awaited<ReturnType<typeof home>>['page']) => page.hasMessage('access.passkey.offer')

  test('it is made once, and again after some months', async () => {
    expect(isOffered((await home()).page)).toBe(false)
    requestPasskeyOffer()
    expect(isOffered((await home()).page)).toBe(true)
    expect(isOffered((await home()).page)).toBe(false)
    requestPasskeyOffer()
    expect(isPasskeyOfferDue()).toBe(false)
    await advanceTime(91 * 86_400_000)
    requestPasskeyOffer()
    expect(isPasskeyOfferDue()).toBe(true)
  })

  test('a person with a passkey gets none', async () => {
    requestPasskeyOffer()
    expect(isOffered((await home([PASSKEY])).page)).toBe(false)
  })

  test('too long after the sign-in it leads to the list, which asks for the password', async () => {
    requestPasskeyOffer()
    const { page, server } = await home()
    server.refuse(startPasskey, 'PROOF_REQUIRED', 403)
    await page.click(t('access.passkey.offerAction'))
    await settle()
    expect(currentAddress()).toBe(pathOf('passkeys'))
  })
})
