import { readFileSync } from 'node:fs'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { openAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { clinicZone } from './clinic-time.ts'
import { usePartner } from './partner.ts'

const pack = JSON.parse(readFileSync(new URL('../../content/partners/bem-leve/config.json', import.meta.url), 'utf8'))
/** The config as the content service returns it in one language. */
const config = {
  ...pack,
  holidays: [],
  socialProof: [],
  welcomePromise: null,
  partnerLogo: { data: { id: 1, attributes: { url: '/logo.svg' } } },
}
const entries = new Map<string, string>()
const style = Object.assign(document.createElement('style'), { id: 'theme' })
beforeEach(() => {
  entries.clear()
  style.textContent = ''
  openAddress('/desk')
  document.head.replaceChildren(style)
  onTestFinished(() => style.remove())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
  })
})

describe('the partner’s config', () => {
  const serve = () => {
    mockServer()
    const requestedPaths: string[] = []
    const state = { status: 200 }
    globalThis.fetch = async (path) => {
      requestedPaths.push(String(path))
      return Response.json({ data: { id: 1, attributes: config } }, state)
    }
    return { requestedPaths, state }
  }

  test('the config is fetched once, and sets the desk’s time zone and colours', async () => {
    freezeTime()
    const { requestedPaths } = serve()
    const partner = await renderHookWithQueries(usePartner)
    expect(partner.current()?.partnerName).toBe(config.partnerName)
    expect(clinicZone()).toBe(config.timeZone)
    expect(style.textContent).toContain('--brand')
    await advanceTime(3_600_000)
    const again = await renderHookWithQueries(usePartner, { queries: partner.queries })
    expect(again.current()).toBeDefined()
    expect(requestedPaths).toEqual(['/api/backend-config?populate=*'])
  })

  test('a failed config is retried until it loads, and the desk uses the default colours meanwhile', async () => {
    freezeTime()
    const { requestedPaths, state } = serve()
    state.status = 503
    const partner = await renderHookWithQueries(usePartner)
    expect(partner.current()).toBeUndefined()
    expect(style.textContent).toBe('')
    state.status = 200
    await advanceTime(5_000)
    expect(partner.current()).toBeDefined()
    expect(requestedPaths).toHaveLength(2)
  })
})
