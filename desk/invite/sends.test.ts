import {
  changeCompany,
  createCompany,
  endCompany,
  makeLinks,
  takeBackLink,
  takeBackSet,
} from '@cuida/core/invite/desk-company-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { linkWishOf } from './link-wish.ts'
import { takeBackOf } from './pasted-link.ts'
import {
  useChangeCompany,
  useCreateCompany,
  useEndCompany,
  useMakeLinks,
  useTakeBackLink,
  useTakeBackSet,
} from './queries.ts'

const id = '6f1c2f0e-2b8e-4a53-9d5c-0d8f0b7f2f11'
const setId = '6f1c2f0e-2b8e-4a53-9d5c-0d8f0b7f2f12'
const reason = 'Agreed with the company'
const wish = {
  name: 'Imprenta Azul',
  redirectUrl: null,
  reason,
  discounts: [{ productId: '2', percentage: 30, validFrom: null, validUntil: null }],
}
const token = 'V20ndqufGbJAcwIaASi2Xw'
const pasted = { link: ` https://clinic.example/lp/azul?token=${token}`, reason: ` ${reason} ` }
const links = linkWishOf({ kind: 'many', count: '2', employees: [], until: '2026-12-23' }, 'UTC')
/** Of the press: lost on the way, it is sent again as the same. */
const named = { idempotencyKey: expect.any(String) }

test.each([
  ['a company is made', () => given(useCreateCompany).mutateAsync(wish), asks(createCompany, wish)],
  [
    'it is changed as it was read',
    () => given(() => useChangeCompany(id)).mutateAsync({ ...wish, version: 3 }),
    asks(changeCompany, { id, ...wish, version: 3 }),
  ],
  [
    'it ends as it was read',
    () => given(() => useEndCompany(id)).mutateAsync({ version: 3, reason }),
    asks(endCompany, { id, version: 3, reason }),
  ],
  [
    'so many links are made until the end of a day',
    () => given(() => useMakeLinks(id)).mutateAsync(links),
    { ...asks(makeLinks, { id, employees: [null, null], expiresAt: '2026-12-24T00:00:00.000Z' }), ...named },
  ],
  [
    'those of a set are taken back',
    () => given(() => useTakeBackSet(id)).mutateAsync({ setId, reason }),
    asks(takeBackSet, { id, setId, reason }),
  ],
  [
    'one is taken back by what its address says',
    () => given(() => useTakeBackLink(id)).mutateAsync(takeBackOf(pasted)),
    asks(takeBackLink, { id, token, reason }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
