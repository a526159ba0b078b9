import { putNotifications } from '@cuida/core/news/choice/notifications-api.ts'
import {
  changeEmail,
  changePhone,
  confirmEmailChange,
  confirmPhoneChange,
  deletePatient,
  exportPatient,
  findPostalCode,
  putAddress,
  resendEmailCode,
  updateMe,
} from '@cuida/core/profile/account/account-api.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import { registerDependant, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { choiceOf, draftOf, useSaveNotifications } from '../news/notification-queries.ts'
import {
  confirmEmail,
  confirmPhone,
  sendEmailAgain,
  startEmailChange,
  startPhoneChange,
} from './account/change-calls.ts'
import { addressDraft, savedAddress } from './address/address-draft.ts'
import { childAdder } from './family/add-child.ts'
import { changesOf, draftOf as dependantDraft, dependantOf } from './family/dependant-draft.ts'
import { deleteAccount, saveCopy, useFindPlace, useSaveAddress, useUpdateDependant, useUpdateMe } from './queries.ts'

const id = '10000000-0000-4000-8000-000000000001'
const child = '10000000-0000-4000-8000-000000000002'
const password = 'Correct-horse-1'
const phone = { number: '+34600000001', country: 'ES' }
const address: Address = {
  country: 'ES',
  postalCode: '28013',
  street: 'Calle Mayor',
  number: '1',
  comments: '2º B',
  district: '',
  city: 'Madrid',
  state: 'M',
}
const saved = (useForBilling: boolean) => ({ ...addressDraft(address, 'ES', true), useForBilling })
const leo = { firstName: 'Leo', lastName: 'Martín', dateOfBirth: '2017-03-09', sex: 'Male' } as const

test.each([
  [
    'what I changed of myself',
    () => given(useUpdateMe).mutateAsync({ firstName: 'Lucía' }),
    asks(updateMe, { firstName: 'Lucía' }),
  ],
  [
    'where I live, and the bill goes there too',
    () => given(() => useSaveAddress(id, 'home')).mutateAsync(savedAddress(saved(true), 'home', false)),
    asks(putAddress, { id, kind: 'home', ...saved(true) }),
  ],
  [
    'where I live, and the bill goes elsewhere',
    () => given(() => useSaveAddress(id, 'home')).mutateAsync(savedAddress(saved(false), 'home', undefined)),
    asks(putAddress, { id, kind: 'home', ...saved(false) }),
  ],
  [
    'where the bill goes is my bill’s alone',
    () => given(() => useSaveAddress(id, 'billing')).mutateAsync(savedAddress(saved(true), 'billing', false)),
    asks(putAddress, { id, kind: 'billing', ...saved(false) }),
  ],
  [
    'where a child lives: the bills are not theirs',
    () => given(() => useSaveAddress(child, 'home')).mutateAsync(savedAddress(saved(true), 'home', true)),
    asks(putAddress, { id: child, kind: 'home', ...saved(false) }),
  ],
  [
    'a postal code is looked up where it is one',
    () => given(useFindPlace).mutateAsync('01310-100'),
    asks(findPostalCode, { code: '01310-100', country: 'BR' }),
  ],
  ['a copy of everything, with the password', () => saveCopy(id, password), asks(exportPatient, { id, password })],
  ['the account goes, with the password', () => deleteAccount(id, password), asks(deletePatient, { id, password })],
  [
    'another number, with the password',
    () => startPhoneChange({ phone, password }),
    asks(changePhone, { phone, password }),
  ],
  [
    'the number is theirs',
    () => confirmPhone('change', '123456'),
    asks(confirmPhoneChange, { changeToken: 'change', code: '123456' }),
  ],
  [
    'another e-mail, with the password',
    () => startEmailChange('ana@example.com', password),
    asks(changeEmail, { email: 'ana@example.com', password }),
  ],
  [
    'the e-mail is theirs',
    () => confirmEmail('change', '123456'),
    asks(confirmEmailChange, { changeToken: 'change', code: '123456' }),
  ],
  ['another code by e-mail', () => sendEmailAgain('change'), asks(resendEmailCode, { changeToken: 'change' })],
  [
    'of a child what was changed, and of that child',
    () => {
      const before = dependantDraft({ ...leo, id: child, document: null, cpf: null } as never, 'DNI')
      const now = { ...before, dateOfBirth: '2017-03-10' }
      return given(() => useUpdateDependant(child)).mutateAsync(changesOf(before, now))
    },
    asks(updateDependant, { id: child, dateOfBirth: '2017-03-10' }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))

test('one form is one child: sent again it has the same key, and another child another', async () => {
  const add = childAdder()
  const typed = { ...leo, documentType: 'DNI', documentNumber: '', cpf: '' }
  const sent = [
    ...(await leaving(() => add(dependantOf(typed)))),
    ...(await leaving(() => add(dependantOf(typed)))),
    ...(await leaving(() => add(dependantOf({ ...typed, firstName: 'Mía' })))),
  ]
  const keys = sent.map(({ idempotencyKey = '' }) => idempotencyKey)
  expect(sent).toEqual([
    asks(registerDependant, { profile: leo }, { idempotencyKey: keys[0] ?? '' }),
    asks(registerDependant, { profile: leo }, { idempotencyKey: keys[0] ?? '' }),
    asks(registerDependant, { profile: { ...leo, firstName: 'Mía' } }, { idempotencyKey: keys[2] ?? '' }),
  ])
  expect(new Set(keys).size).toBe(2)
})

test('news: the channels and topics that were chosen, and quiet hours only where there are any', async () => {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const chosen = { channels: ['sms'], topics: ['reminders'], quiet: { from: '22:00', until: '07:30' } } as never
  const said = async (isQuiet: boolean) =>
    leaving(() => given(useSaveNotifications).mutateAsync(choiceOf({ ...draftOf(chosen), isQuiet })))
  expect([await said(true), await said(false)]).toEqual([
    [asks(putNotifications, { ...(chosen as object), timeZone } as never)],
    [asks(putNotifications, { ...(chosen as object), quiet: null, timeZone } as never)],
  ])
})
