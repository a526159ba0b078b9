import { readFileSync } from 'node:fs'
import { living, passing, playServer, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { putPage } from '@cuida/ui/client/session/test-page.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { usePartner } from './partner.ts'
import { clinicZone } from './times.ts'

const pack = JSON.parse(readFileSync(new URL('../../content/partners/bem-leve/config.json', import.meta.url), 'utf8'))
/** As the content service answers it in one language. */
const config = {
  ...pack,
  holidays: [],
  socialProof: [],
  partnerLogo: { data: { id: 1, attributes: { url: '/logo.svg' } } },
}
const kept = new Map<string, string>()
const style = { textContent: '' as string | null }
beforeEach(() => {
  kept.clear()
  style.textContent = ''
  putPage('/desk')
  Object.assign(document, {
    documentElement: { dataset: {} },
    // This place goes without nothing.
    querySelector: () => null,
    getElementById: (id: string) => (id === 'theme' ? style : null),
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
})

describe('the partner', () => {
  const serve = () => {
    playServer()
    const asked: string[] = []
    const state = { status: 200 }
    globalThis.fetch = async (path) => {
      asked.push(String(path))
      return Response.json({ data: { id: 1, attributes: config } }, state)
    }
    return { asked, state }
  }

  test('is asked for once, and from then on the desk has its clock and its colours', async () => {
    stopClock()
    const { asked } = serve()
    const partner = await living(usePartner)
    expect(partner.now()?.partnerName).toBe(config.partnerName)
    expect(clinicZone()).toBe(config.timeZone)
    expect(style.textContent).toContain('--brand')
    await passing(3_600_000)
    const again = await living(usePartner, { queries: partner.queries })
    expect(again.now()).toBeDefined()
    expect(asked).toEqual(['/api/backend-config?populate=*'])
  })

  test('that cannot be read is asked for until it can: meanwhile the desk works in the colours of the house', async () => {
    stopClock()
    const { asked, state } = serve()
    state.status = 503
    const partner = await living(usePartner)
    expect(partner.now()).toBeUndefined()
    expect(style.textContent).toBe('')
    state.status = 200
    await passing(5_000)
    expect(partner.now()).toBeDefined()
    expect(asked).toHaveLength(2)
  })
})
