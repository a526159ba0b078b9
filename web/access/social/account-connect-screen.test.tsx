import { socialLogin } from '@cuida/core/access/api.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { rememberedPath, rememberPath } from '../sign-in/continue-path.ts'
import { storeSocialCredential } from '../sign-in/social-credential.ts'
import { AccountConnectScreen } from './AccountConnectScreen.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const SELECTION = '/select-profile?from=sign-in'

test.each<[string, { families: boolean; cart?: boolean; path?: string }, string | null]>([
  ['dependant selection where dependants are allowed', { families: true }, SELECTION],
  ['dependant selection before the checkout of a cart', { families: true, cart: true }, SELECTION],
  ['the checkout of a cart where dependants are not allowed', { families: false, cart: true }, '/checkout'],
  ['Home without either', { families: false }, null],
  ['the link that the person followed', { families: true, path: '/consultations/8f1c' }, '/consultations/8f1c'],
])(
  'an existing user goes on from a social login to %s [A4.8]',
  async (_, { families, cart = false, path = '' }, next) => {
    const server = mockPatientServer()
    session.signOut()
    server.reply(socialLogin, () => new Promise<null>(() => {}))
    if (cart) localStorage.setItem('cart', '{}')
    if (path) rememberPath(path)
    storeSocialCredential('once_a')
    const page = await renderPatientScreen(<AccountConnectScreen params={{ provider: 'google' }} />, {
      at: '/account/connect/google',
      partner: { familyProfilesEnabled: families },
    })
    await vi.waitFor(() => expect(server.requestsTo(socialLogin)).toHaveLength(1))
    expect(rememberedPath()).toBe(next)
    await page.unmount()
  },
)
