import { addIdentityDocument, updateMe } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { newHolder } from '../test-account.ts'

const context = await createTestContext()
const holder = () => newHolder(context)

describe('the holder’s details [A2.28]', () => {
  test('a change saves the given fields and no others', async () => {
    const { token } = await holder()
    const { status, body } = await context.sendCall(
      updateMe,
      { lastName: ' Ruiz Soto ', genderInfo: 'ella' },
      { token },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ firstName: 'Ana', lastName: 'Ruiz Soto', genderInfo: 'ella', sex: 'Female' })
    await context.sendCall(updateMe, { genderInfo: null }, { token })
    expect((await context.sendCall(me, {}, { token })).body).toMatchObject({ lastName: 'Ruiz Soto', genderInfo: null })
  })

  test('two tabs that change different fields both keep their change', async () => {
    const { token } = await holder()
    await Promise.all([
      context.sendCall(updateMe, { firstName: 'Anabel' }, { token }),
      context.sendCall(updateMe, { sex: 'PreferNotToSay' }, { token }),
      context.sendCall(updateMe, { locale: 'pt-BR' }, { token }),
    ])
    const { body } = await context.sendCall(me, {}, { token })
    expect(body).toMatchObject({ firstName: 'Anabel', sex: 'PreferNotToSay', locale: 'pt-BR' })
  })

  test.each([
    ['a name of one letter', { firstName: 'A' }, { firstName: 'TOO_SHORT' }],
    ['a name of blanks', { lastName: '   ' }, { lastName: 'INVALID' }],
    ['a name with a line break', { lastName: 'Ru\niz' }, { lastName: 'INVALID' }],
  ])('%s changes nothing', async (_, change, fields) => {
    const { token } = await holder()
    const { status, body } = await context.sendCall(updateMe, change, { token })
    expect([status, body.fields]).toEqual([400, fields])
    expect((await context.sendCall(me, {}, { token })).body).toMatchObject({ firstName: 'Ana', lastName: 'Ruiz' })
  })

  test('identity fields stay unchanged, whatever is sent', async () => {
    const { token } = await holder()
    const input = { firstName: 'Eva', dateOfBirth: '1999-01-01', cpf: '52998224725', phone: { number: '+34611000000' } }
    const { body } = await context.sendCall(updateMe, input, { token })
    expect(body).toMatchObject({ firstName: 'Eva', dateOfBirth: '1990-05-17', cpf: null })
  })
})

describe('a document that is given after the registration', () => {
  const add = (token: string, documentNumber: string, documentType = 'DNI') =>
    context.sendCall(addIdentityDocument, { documentType: documentType as 'DNI', documentNumber }, { token })

  test('it is added once, and the same one again changes nothing', async () => {
    const { token } = await holder()
    expect((await add(token, '1234')).body).toMatchObject({ fields: { documentNumber: 'INVALID' } })
    expect((await add(token, ' 12345678-z ')).body.document).toEqual({
      documentType: 'DNI',
      documentNumber: '12345678Z',
    })
    expect((await add(token, '12345678Z')).status).toBe(200)
    expect((await add(token, '00000000T')).body).toMatchObject({ code: 'DOCUMENT_FIXED' })
  })

  test('the document of another patient is refused', async () => {
    const { token } = await holder()
    expect((await add(token, '12345678Z')).body).toMatchObject({ code: 'DOCUMENT_DUPLICATED' })
  })
})
