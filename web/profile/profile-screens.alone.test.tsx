import { security } from '@cuida/core/access/security/security-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import {
  changeEmail,
  confirmEmailChange,
  deletePatient,
  exportPatient,
  getAddress,
  putAddress,
  updateMe,
} from '@cuida/core/profile/account/account-api.ts'
import { getDependant, registerDependant, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ANA, ana, drawn, leo, patient } from '../kit/test-shown.ts'
import { pathOf } from '../routes.ts'
import { AccountScreen } from './account/AccountScreen.tsx'
import { ChangeEmailScreen } from './account/ChangeEmailScreen.tsx'
import { ProfileScreen } from './account/ProfileScreen.tsx'
import { AddressScreen } from './address/AddressScreen.tsx'
import { DependantAddressScreen } from './address/DependantAddressScreen.tsx'
import { CopyOfData } from './deletion/CopyOfData.tsx'
import { DeleteAccountScreen } from './deletion/DeleteAccountScreen.tsx'
import { CreateDependantScreen } from './family/CreateDependantScreen.tsx'
import { EditDependantScreen } from './family/EditDependantScreen.tsx'
import { FamilyProfilesScreen } from './family/FamilyProfilesScreen.tsx'

beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

const CHILD = {
  id: leo,
  firstName: 'Leo',
  lastName: 'Ruiz',
  dateOfBirth: '2016-05-01',
  sex: 'Male',
  cpf: null,
  document: null,
}
const PASSWORD = 'correct horse battery Staple 9'
function account(more: object = {}) {
  const server = patient(more)
  server.answer(security, { hasPassword: true, secondFactor: 'none', recoveryCodesLeft: 0, google: 'off' })
  server.answer(listConsultations, { items: [] })
  server.answer(getAddress, { address: null, source: 'own' })
  server.answer(getDependant, CHILD)
  return server
}

describe('my place', () => {
  const paths = async (more: object = {}, partner: object = {}) => {
    account(more)
    const page = await drawn(<ProfileScreen />, { partner })
    const found = Object.values(page.links())
    await page.leave()
    return found
  }
  test('leads to the family’s records where there is a family, and the clinic has families', async () => {
    expect(await paths()).toEqual(expect.arrayContaining([pathOf('familyHistory'), pathOf('familyProfiles')]))
    expect(await paths({ dependants: [] })).not.toContain(pathOf('familyHistory'))
    const none = await paths({}, { familyProfilesEnabled: false })
    expect(none).not.toContain(pathOf('familyHistory'))
    expect(none).not.toContain(pathOf('familyProfiles'))
  })
  test('leads to my own record', async () =>
    expect(await paths()).toContain(pathOf('medicalHistory', { emrId: 'emr-1' })))
  test('leads to a plan that is mine also where none is offered any more', async () => {
    const plan = { subscription: { id: 's', status: 'active' } }
    expect(await paths(plan, { offersSubscription: false })).toContain(pathOf('subscriptionManager'))
    expect(await paths({}, { offersSubscription: false })).not.toContain(pathOf('subscriptionCheckout'))
    expect(await paths()).toContain(pathOf('subscriptionCheckout'))
  })
  test('leads to no cards where no payments are taken, and always to what was paid', async () => {
    const without = await paths({}, { without: ['payments'] })
    expect(without).not.toContain(pathOf('paymentMethods'))
    expect(without).toContain(pathOf('paymentHistory'))
  })
  test('offers another number only where a code can be sent there', async () => {
    account()
    const page = await drawn(<AccountScreen />, { partner: { without: ['messages', 'mail'] } })
    const links = Object.values(page.links())
    expect(links).not.toContain(pathOf('changePhone'))
    expect(links).not.toContain(pathOf('changeEmail'))
    await page.leave()
    account()
    expect(Object.values((await drawn(<AccountScreen />)).links())).toEqual(
      expect.arrayContaining([pathOf('changePhone'), pathOf('changeEmail')]),
    )
  })
})

describe('what I change of myself', () => {
  test('is sent alone, and only when it differs', async () => {
    const server = account()
    server.answer(updateMe, { ...ANA, firstName: 'Anna' })
    const page = await drawn(<AccountScreen />)
    await page.press(t('profile.save'))
    expect(server.heard(updateMe)).toEqual([])
    await page.type(t('access.profile.firstName'), 'Anna')
    await page.press(t('profile.save'))
    expect(server.heard(updateMe)).toMatchObject([{ body: { firstName: 'Anna' } }])
    expect(server.heard(updateMe)[0]?.body).toEqual({ firstName: 'Anna' })
  })
  test('an e-mail is changed by the password and a code that was sent there', async () => {
    const server = account()
    server.answer(changeEmail, { changeToken: 'change', accessToken: 'change' })
    server.refuse(confirmEmailChange, 'EMAIL_CONFLICT')
    const page = await drawn(<ChangeEmailScreen />)
    await page.type(t('profile.email.new'), 'new@example.com')
    await page.press(t('profile.email.submit'))
    expect(server.heard(changeEmail)).toEqual([])
    await page.type(t('profile.password'), PASSWORD)
    await page.press(t('profile.email.submit'))
    expect(server.heard(changeEmail)).toHaveLength(1)
    await page.type(t('access.code.label'), '123456')
    await page.press(t('access.code.continue'))
    expect(server.heard(confirmEmailChange)).toHaveLength(1)
    expect(page.says('profile.email.CONFLICT')).toBe(true)
  })
})

describe('leaving', () => {
  const SUBMIT = () => t('profile.delete.submit')
  test('takes the password, and says what becomes of the children', async () => {
    const server = account()
    server.answer(deletePatient, null)
    const page = await drawn(<DeleteAccountScreen />)
    expect(page.says('profile.delete.fact.family')).toBe(true)
    await page.press(SUBMIT())
    expect(server.heard(deletePatient)).toEqual([])
    await page.type(t('profile.password'), PASSWORD)
    await page.press(SUBMIT())
    expect(server.heard(deletePatient).map(({ path }) => path)).toEqual([`/v1/patients/${ana}`])
    expect(address()).toBe(pathOf('accountDeleted'))
  })
  test.each(['CONSULTATION_ONGOING', 'PAYMENT_ONGOING'])('is not possible while there is %s', async (code) => {
    const server = account({ dependants: [] })
    server.refuse(deletePatient, code)
    const page = await drawn(<DeleteAccountScreen />)
    expect(page.says('profile.delete.fact.family')).toBe(false)
    await page.type(t('profile.password'), PASSWORD)
    await page.press(SUBMIT())
    expect(page.says(`profile.delete.${code}`)).toBe(true)
  })
  test('a copy of it all is given by the password, for the family', async () => {
    const server = account()
    const page = await drawn(<CopyOfData profile={ANA} />)
    expect(page.says('profile.copy.textFamily')).toBe(true)
    await page.press(t('profile.copy.action'))
    await page.press(t('profile.copy.action'))
    expect(server.heard(exportPatient)).toEqual([])
    expect(page.fields()).toEqual([expect.stringContaining(t('profile.password'))])
  })
})

describe('the family', () => {
  test('is the children in my charge, and one may be added by who is old enough', async () => {
    account()
    const page = await drawn(<FamilyProfilesScreen />)
    expect(Object.values(page.links())).toEqual([pathOf('editDependant', { id: leo }), pathOf('createDependant')])
    await page.leave()
    account({ dateOfBirth: '2010-01-01', dependants: [] })
    expect((await drawn(<FamilyProfilesScreen />)).links()).toEqual({})
  })
  test.each([
    ['who is too young', { dateOfBirth: '2010-01-01' }, {}],
    ['where there are no families', {}, { familyProfilesEnabled: false }],
  ])('is added to by nobody %s', async (_, more, partner) => {
    account(more)
    const page = await drawn(<CreateDependantScreen />, { partner })
    expect(page.fields()).toEqual([])
  })
  test('a child is added with what must be known of them, and no grown-up', async () => {
    const server = account()
    server.answer(registerDependant, { id: 'p-3' })
    const page = await drawn(<CreateDependantScreen />)
    await page.press(t('profile.family.save'))
    expect(server.heard(registerDependant)).toEqual([])
    expect(page.fields().length).toBeGreaterThan(3)
  })
  test('what is known of a child is theirs, and changed alone', async () => {
    const server = account()
    server.answer(updateDependant, CHILD)
    const page = await drawn(<EditDependantScreen params={{ id: leo }} />)
    expect(page.headings()[0]).toBe('Leo')
    await page.type(t('access.profile.firstName'), 'Leonor')
    await page.press(t('profile.save'))
    expect(server.heard(updateDependant)).toMatchObject([
      { path: `/v1/dependants/${leo}`, body: { firstName: 'Leonor' } },
    ])
  })
  test('who is not mine any more is gone, and nothing of them is shown', async () => {
    const server = account()
    server.refuse(getDependant, 'PATIENT_NOT_FOUND', 404)
    const page = await drawn(<EditDependantScreen params={{ id: leo }} />)
    expect(page.says('profile.family.gone')).toBe(true)
    expect(page.fields()).toEqual([])
  })
})

describe('an address', () => {
  const fill = async (page: Awaited<ReturnType<typeof drawn>>) => {
    await page.type(t('profile.address.postalCode'), '28009')
    await page.type(t('profile.address.street'), 'Paseo de los Tilos')
    await page.type(t('profile.address.city'), 'Madrid')
    await page.type(t('profile.address.province'), 'M')
    await page.press(t('profile.save'))
  }
  test('of mine may be where the bill goes', async () => {
    account()
    const page = await drawn(<AddressScreen params={{ kind: 'home' }} />)
    expect(page.fields().join()).toContain(t('profile.address.useForBilling'))
    await page.leave()
    account()
    const billing = await drawn(<AddressScreen params={{ kind: 'billing' }} />)
    expect(billing.fields().join()).not.toContain(t('profile.address.useForBilling'))
  })
  test('of a child is saved for the child, and bills nobody', async () => {
    const server = account()
    server.answer(putAddress, { address: null, source: 'own' })
    const page = await drawn(<DependantAddressScreen params={{ id: leo }} />)
    expect(page.fields().join()).not.toContain(t('profile.address.useForBilling'))
    await fill(page)
    expect(server.heard(putAddress).map(({ path }) => path)).toEqual([`/v1/patients/${leo}/addresses/home`])
  })
})
