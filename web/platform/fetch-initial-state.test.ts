import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { openAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { readInitialState } from '../kit/content/initial-state.ts'
import { fetchInitialState } from './fetch-initial-state.ts'
import { pageNonce } from './page-nonce.ts'

const fakePlatform = vi.hoisted(() => ({ kind: 'web', apiUrl: '' }))
vi.mock('./platform.ts', () => ({
  platform: () => fakePlatform,
  fromApi: (path: string) => fakePlatform.apiUrl + path,
}))
vi.mock('@cuida/ui/theme/theme-style.ts', () => ({ applyTheme: vi.fn() }))

const line = vi.spyOn(globalThis, 'fetch')
const initialState = { locale: 'es', config: { brand: { brand: '#000' }, logo: '/uploads/logo.svg' } }
const answer = (headers: Record<string, string> = {}) =>
  line.mockImplementation(async () => Response.json(initialState, { headers }))
beforeEach(() => {
  openAddress('/')
  line.mockReset()
})

// Order matters: a stored nonce stays.
test('a web page stores no nonce of its own', async () => {
  answer({ 'x-page': 'ticket' })
  await fetchInitialState('es')
  expect(pageNonce()).toBeUndefined()
})

test("a native app stores the nonce, sends no cookie, and loads files from the API's origin", async () => {
  Object.assign(fakePlatform, { kind: 'native', apiUrl: 'https://api.test' })
  answer({ 'x-page': 'ticket' })
  expect(await fetchInitialState('pt&BR')).toMatchObject({ config: { logo: 'https://api.test/uploads/logo.svg' } })
  const [address, how] = line.mock.calls[0] ?? []
  expect([address, how?.credentials]).toEqual(['https://api.test/v1/initial-state?locale=pt%26BR', 'omit'])
  expect([pageNonce(), readInitialState().locale, document.documentElement.lang]).toEqual(['ticket', 'es', 'es'])
  answer()
  await fetchInitialState('es')
  expect(pageNonce()).toBe('ticket')
})

test('a failed request throws its code and stores nothing', async () => {
  line.mockImplementation(async () =>
    Response.json({ code: 'BUSY' }, { status: 503, headers: { 'x-trace-id': 't-1' } }),
  )
  await expect(fetchInitialState('es')).rejects.toMatchObject({ status: 503, code: 'BUSY' })
  await expect(fetchInitialState('es')).rejects.toBeInstanceOf(CallFailed)
})
