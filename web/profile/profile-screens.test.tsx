import { getSecurity } from '@cuida/core/access/security/security-api.ts'
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
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ANA, anaId, leoId, mockPatientServer, renderPatientScreen } from '../kit/test-patient-screen.ts'
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

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const CHILD = {
  id: leoId,
  firstName: 'Leo',
  lastName: 'Ruiz',
  dateOfBirth: '2016-05-01',
  sex: 'Male',
  cpf: null,
  document: null,
}
const PASSWORD = 'correct horse battery Staple 9'
function account(more: object = {}) {
  const server = mockPatientServer(more)
  server.reply(getSecurity, {
    hasPassword: true,
    hasPasskey: false,
    secondFactor: 'none',
    recoveryCodesLeft: 0,
    google: 'off',
  })
  server.reply(listConsultations, { items: [] })
  server.reply(getAddress, { address: null, source: 'own' })
  server.reply(getDependant, CHILD)
  return server
}

describe('the profile screen', () => {
  const paths = async (more: object = {}, partner: object = {}) => {
    account(more)
    const page = await renderPatientScreen(<ProfileScreen />, { partner })
    const found = Object.values(page.links())
    await page.unmount()
    return found
  }
  test("the family's records are linked where there is a family and the clinic has families", async () => {
    expect(await paths()).toEqual(expect.arrayContaining([pathOf('familyHistory'), pathOf('familyProfiles')]))
    expect(await paths({ dependants: [] })).not.toContain(pathOf('familyHistory'))
    const none = await paths({}, { familyProfilesEnabled: false })
    expect(none).not.toContain(pathOf('familyHistory'))
    expect(none).not.toContain(pathOf('familyProfiles'))
  })
  test("the account holder's own record is linked", async () =>
    expect(await paths()).toContain(pathOf('medicalHistory', { emrId: 'emr-1' })))
  test('an existing subscription is linked even when the plan is no longer offered', async () => {
    const plan = { subscription: { id: 's', status: 'active' } }
    expect(await paths(plan, { offersSubscription: false })).toContain(pathOf('subscriptionManager'))
    expect(await paths({}, { offersSubscription: false })).not.toContain(pathOf('subscriptionCheckout'))
    expect(await paths()).toContain(pathOf('subscriptionCheckout'))
  })
  test('saved cards are hidden without payments, and past payments are always linked', async () => {
    const disabledCapabilities = await paths({}, { disabledCapabilities: ['payments'] })
    expect(disabledCapabilities).not.toContain(pathOf('paymentMethods'))
    expect(disabledCapabilities).toContain(pathOf('paymentHistory'))
  })
  test('changing the number is offered only where codes can be sent', async () => {
    account()
    const page = await renderPatientScreen(<AccountScreen />, {
      partner: { disabledCapabilities: ['messages', 'mail'] },
    })
    const links = Object.values(page.links())
    expect(links).not.toContain(pathOf('changePhone'))
    expect(links).not.toContain(pathOf('changeEmail'))
    await page.unmount()
    account()
    expect(Object.values((await renderPatientScreen(<AccountScreen />)).links())).toEqual(
      expect.arrayContaining([pathOf('changePhone'), pathOf('changeEmail')]),
    )
  })
})

describe('changes to the account', () => {
  test('only changed fields are sent', async () => {
    const server = account()
    server.reply(updateMe, { ...ANA, firstName: 'Anna' })
    const page = await renderPatientScreen(<AccountScreen />)
    await page.click(t('profile.save'))
    expect(server.requestsTo(updateMe)).toEqual([])
    await page.fill(t('access.profile.firstName'), 'Anna')
    await page.click(t('profile.save'))
    expect(server.requestsTo(updateMe)).toMatchObject([{ body: { firstName: 'Anna' } }])
    expect(server.requestsTo(updateMe)[0]?.body).toEqual({ firstName: 'Anna' })
  })
  test('an e-mail is changed with the password and a code sent to it', async () => {
    const server = account()
    server.reply(changeEmail, { changeToken: 'change', accessToken: 'change' })
    server.refuse(confirmEmailChange, 'EMAIL_CONFLICT')
    const page = await renderPatientScreen(<ChangeEmailScreen />)
    await page.fill(t('profile.email.new'), 'new@example.com')
    await page.click(t('profile.email.submit'))
    expect(server.requestsTo(changeEmail)).toEqual([])
    await page.fill(t('profile.password'), PASSWORD)
    await page.click(t('profile.email.submit'))
    expect(server.requestsTo(changeEmail)).toMatchObject([{ body: { email: 'new@example.com', password: PASSWORD } }])
    await page.fill(t('access.code.label'), '123456')
    expect(server.requestsTo(confirmEmailChange)).toMatchObject([{ body: { changeToken: 'change', code: '123456' } }])
    expect(page.hasMessage('profile.email.CONFLICT')).toBe(true)
  })
})

describe('deleting the account', () => {
  const SUBMIT = () => t('profile.delete.submit')
  test('deletion takes the password and explains what happens to dependants', async () => {
    const server = account()
    server.reply(deletePatient, null)
    const page = await renderPatientScreen(<DeleteAccountScreen />)
    expect(page.hasMessage('profile.delete.fact.family')).toBe(true)
    await page.click(SUBMIT())
    expect(server.requestsTo(deletePatient)).toEqual([])
    await page.fill(t('profile.password'), PASSWORD)
    await page.click(SUBMIT())
    expect(server.requestsTo(deletePatient)).toMatchObject([
      { path: `/v1/patients/${anaId}`, body: { password: PASSWORD } },
    ])
    expect(currentAddress()).toBe(pathOf('accountDeleted'))
  })
  test.each(['CONSULTATION_ONGOING', 'PAYMENT_ONGOING'])('deletion is refused during %s', async (code) => {
    const server = account({ dependants: [] })
    server.refuse(deletePatient, code)
    const page = await renderPatientScreen(<DeleteAccountScreen />)
    expect(page.hasMessage('profile.delete.fact.family')).toBe(false)
    await page.fill(t('profile.password'), PASSWORD)
    await page.click(SUBMIT())
    expect(page.hasMessage(`profile.delete.${code}`)).toBe(true)
  })
  test("a copy of the family's data is exported with the password", async () => {
    const server = account()
    const page = await renderPatientScreen(<CopyOfData profile={ANA} />)
    expect(page.hasMessage('profile.copy.textFamily')).toBe(true)
    await page.click(t('profile.copy.action'))
    await page.click(t('profile.copy.action'))
    expect(server.requestsTo(exportPatient)).toEqual([])
    expect(page.fields()).toEqual([expect.stringContaining(t('profile.password'))])
  })
})

describe('the family', () => {
  test('dependants are listed, and a holder who is old enough may add one', async () => {
    account()
    const page = await renderPatientScreen(<FamilyProfilesScreen />)
    expect(Object.values(page.links())).toEqual([pathOf('editDependant', { id: leoId }), pathOf('createDependant')])
    await page.unmount()
    account({ dateOfBirth: '2010-01-01', dependants: [] })
    expect((await renderPatientScreen(<FamilyProfilesScreen />)).links()).toEqual({})
  })
  test.each([
    ['who is too young', { dateOfBirth: '2010-01-01' }, {}],
    ['of a partner without families', {}, { familyProfilesEnabled: false }],
  ])('a dependant cannot be added by a person %s', async (_, more, partner) => {
    account(more)
    const page = await renderPatientScreen(<CreateDependantScreen />, { partner })
    expect(page.fields()).toEqual([])
  })
  test('a child is added with the required data, an adult is refused', async () => {
    const server = account()
    server.reply(registerDependant, { id: 'p-3' })
    const page = await renderPatientScreen(<CreateDependantScreen />)
    await page.click(t('profile.family.save'))
    expect(server.requestsTo(registerDependant)).toEqual([])
    expect(page.fields().length).toBeGreaterThan(3)
  })
  test("a child's data is its own, and only changes are sent", async () => {
    const server = account()
    server.reply(updateDependant, CHILD)
    const page = await renderPatientScreen(<EditDependantScreen params={{ id: leoId }} />)
    expect(page.headings()[0]).toBe('Leo')
    await page.fill(t('access.profile.firstName'), 'Leonor')
    await page.click(t('profile.save'))
    expect(server.requestsTo(updateDependant)).toMatchObject([
      { path: `/v1/dependants/${leoId}`, body: { firstName: 'Leonor' } },
    ])
  })
  test('a person no longer in the family shows no data', async () => {
    const server = account()
    server.refuse(getDependant, 'PATIENT_NOT_FOUND', 404)
    const page = await renderPatientScreen(<EditDependantScreen params={{ id: leoId }} />)
    expect(page.hasMessage('profile.family.gone')).toBe(true)
    expect(page.fields()).toEqual([])
  })
})

describe('an address', () => {
  const fill = async (page: Awaited<ReturnType<typeof renderPatientScreen>>) => {
    await page.fill(t('profile.address.postalCode'), '28009')
    await page.fill(t('profile.address.street'), 'Paseo de los Tilos')
    await page.fill(t('profile.address.city'), 'Madrid')
    await page.fill(t('profile.address.province'), 'M')
    await page.click(t('profile.save'))
  }
  test("the holder's address may be the billing address", async () => {
    account()
    const page = await renderPatientScreen(<AddressScreen params={{ kind: 'home' }} />)
    expect(page.fields().join()).toContain(t('profile.address.useForBilling'))
    await page.unmount()
    account()
    const billing = await renderPatientScreen(<AddressScreen params={{ kind: 'billing' }} />)
    expect(billing.fields().join()).not.toContain(t('profile.address.useForBilling'))
  })
  test("a child's address is saved for the child and not for billing", async () => {
    const server = account()
    server.reply(putAddress, { address: null, source: 'own' })
    const page = await renderPatientScreen(<DependantAddressScreen params={{ id: leoId }} />)
    expect(page.fields().join()).not.toContain(t('profile.address.useForBilling'))
    await fill(page)
    expect(server.requestsTo(putAddress).map(({ path }) => path)).toEqual([`/v1/patients/${leoId}/addresses/home`])
  })
})
