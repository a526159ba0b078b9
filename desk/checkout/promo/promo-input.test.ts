import type { PromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { dayOf } from '@cuida/ui/i18n/format.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_PROMO, promoInput, promoProblems } from './promo-input.ts'
import { lastDayOf, promoState } from './promo-state.ts'

afterEach(() => void vi.unstubAllEnvs())

const MADRID = 'Europe/Madrid'
const good = {
  ...EMPTY_PROMO,
  code: 'hola 10',
  percentage: '10',
  campaign: 'Bienvenida',
  reason: 'Acordado con marketing',
}
const wrong = (more: object) =>
  Object.entries(promoProblems({ ...good, ...more })).flatMap(([field, code]) => (code ? [[field, code]] : []))

test.each([
  [{}, []],
  [{ code: 'ñ' }, [['code', 'INVALID']]],
  [{ percentage: '1' }, []],
  [{ percentage: ' 10 ' }, []],
  [{ percentage: 'ten 10' }, [['percentage', 'INVALID']]],
  [{ percentage: '10 %' }, [['percentage', 'INVALID']]],
  [{ percentage: '' }, [['percentage', 'INVALID']]],
  [{ percentage: '0' }, [['percentage', 'INVALID']]],
  [{ percentage: '100' }, []],
  [{ percentage: '101' }, [['percentage', 'INVALID']]],
  [{ percentage: '9.5' }, [['percentage', 'INVALID']]],
  [{ campaign: 'x' }, [['campaign', 'TOO_SHORT']]],
  [{ campaign: ' x ' }, [['campaign', 'TOO_SHORT']]],
  [{ campaign: 'xy' }, []],
  [{ campaign: 'x'.repeat(80) }, []],
  [{ campaign: 'x'.repeat(81) }, [['campaign', 'TOO_LONG']]],
  [{ from: '2026-12-02', until: '' }, []],
  [{ from: '', until: '2026-12-02' }, []],
  [{ from: '2026-12-02', until: '2026-12-01' }, [['until', 'REVERSED']]],
  [{ from: '2026-12-02', until: '2026-12-02' }, []],
  [{ mostUses: '0' }, [['mostUses', 'INVALID']]],
  [{ mostUses: ' ' }, []],
  [{ mostUses: '1000000' }, []],
  [{ mostUses: '1000001' }, [['mostUses', 'INVALID']]],
  [{ mostUsesAnAccount: '1001' }, [['mostUsesAnAccount', 'INVALID']]],
  [{ mostUsesAnAccount: '' }, [['mostUsesAnAccount', 'INVALID']]],
  [{ reason: 'porque' }, [['reason', 'TOO_SHORT']]],
])('the values %o have problems in %j', (more, problems) => expect(wrong(more)).toEqual(problems))

test('an empty limit means no limit, and the last day counts to its end', () => {
  expect(promoInput(good, MADRID)).toMatchObject({
    code: 'HOLA10',
    validFrom: null,
    validUntil: null,
    mostUses: null,
    products: null,
  })
})

test('numbers are sent as numbers and texts trimmed', () => {
  const typed = {
    mostUses: '50',
    mostUsesAnAccount: '2',
    products: ['101'],
    campaign: ' Bienvenida ',
    reason: ' Acordado con marketing ',
  }
  expect(promoInput({ ...good, ...typed }, MADRID)).toEqual({
    code: 'HOLA10',
    percentage: 10,
    validFrom: null,
    validUntil: null,
    mostUses: 50,
    mostUsesAnAccount: 2,
    products: ['101'],
    campaign: 'Bienvenida',
    reason: 'Acordado con marketing',
  })
  expect(promoInput({ ...good, mostUses: ' ' }, MADRID).mostUses).toBeNull()
})

test('a new form allows one use per account, for all products, without an end', () =>
  expect(promoInput({ ...EMPTY_PROMO, percentage: '10' }, MADRID)).toEqual({
    code: '',
    percentage: 10,
    campaign: '',
    reason: '',
    validFrom: null,
    validUntil: null,
    mostUses: null,
    mostUsesAnAccount: 1,
    products: null,
  }))

test.each(['Pacific/Kiritimati', 'America/Los_Angeles', MADRID])(
  'dates are in the clinic’s time zone, also at a desk in %s',
  (TZ) => {
    vi.stubEnv('TZ', TZ)
    const { validFrom, validUntil } = promoInput({ ...good, from: '2026-12-31', until: '2026-12-31' }, MADRID)
    expect([validFrom, validUntil]).toEqual(['2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'])
    expect(dayOf(lastDayOf(validUntil ?? ''), MADRID)).toBe('2026-12-31')
  },
)

describe('the state of a promo code', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const code = { disabledAt: null, validFrom: '2026-11-21T12:00:00Z', validUntil: null, mostUses: null, uses: 3 }
  test.each([
    ['active', {}],
    ['early', { validFrom: '2026-11-21T12:00:01Z' }],
    ['over', { validUntil: '2026-11-21T12:00:00Z' }],
    ['active', { validUntil: '2026-11-21T12:00:01Z' }],
    ['usedUp', { mostUses: 3 }],
    ['active', { mostUses: 4 }],
    ['disabled', { disabledAt: '2026-11-20T12:00:00Z', mostUses: 3 }],
  ])('the state is %s with %o', (state, more) => expect(promoState({ ...code, ...more } as PromoCode, now)).toBe(state))
})
