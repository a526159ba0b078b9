import { changeEmail, updateMe } from '@cuida/core/profile/account-api.ts'
import { me } from '@cuida/core/profile/api.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSource, outboxOf, PASSWORD } from '../access/test-people.ts'
import { testWorld, type World } from '../kit/test-world.ts'
import { newHolder, runJobs } from './test-account.ts'

let world: World
beforeAll(async () => {
  world = await testWorld({ demo: false })
})
afterAll(() => world.close())
const holder = () => newHolder(world)

describe('my details', () => {
  test('change where I change them and nowhere else', async () => {
    const { token } = await holder()
    const { status, body } = await world.tell(updateMe, { lastName: ' Ruiz Soto ', genderInfo: 'ella' }, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ firstName: 'Ana', lastName: 'Ruiz Soto', genderInfo: 'ella', sex: 'Female' })
    await world.tell(updateMe, { genderInfo: null }, { token })
    expect((await world.tell(me, {}, { token })).body).toMatchObject({ lastName: 'Ruiz Soto', genderInfo: null })
  })

  test('two tabs that change different fields both keep their change', async () => {
    const { token } = await holder()
    await Promise.all([
      world.tell(updateMe, { firstName: 'Anabel' }, { token }),
      world.tell(updateMe, { sex: 'PreferNotToSay' }, { token }),
      world.tell(updateMe, { locale: 'pt-BR' }, { token }),
    ])
    const { body } = await world.tell(me, {}, { token })
    expect(body).toMatchObject({ firstName: 'Anabel', sex: 'PreferNotToSay', locale: 'pt-BR' })
  })

  test.each([
    ['a name of one letter', { firstName: 'A' }, { firstName: 'TOO_SHORT' }],
    ['a name of blanks', { lastName: '   ' }, { lastName: 'INVALID' }],
    ['a name with a line break', { lastName: 'Ru\niz' }, { lastName: 'INVALID' }],
  ])('%s changes nothing', async (_, change, fields) => {
    const { token } = await holder()
    const { status, body } = await world.tell(updateMe, change, { token })
    expect([status, body.fields]).toEqual([400, fields])
    expect((await world.tell(me, {}, { token })).body).toMatchObject({ firstName: 'Ana', lastName: 'Ruiz' })
  })

  test('what identifies me stays, whatever is sent', async () => {
    const { token } = await holder()
    const wish = { firstName: 'Eva', dateOfBirth: '1999-01-01', cpf: '52998224725', phone: { number: '+34611000000' } }
    const { body } = await world.tell(updateMe, wish, { token })
    expect(body).toMatchObject({ firstName: 'Eva', dateOfBirth: '1990-05-17', cpf: null })
  })
})

describe('my e-mail', () => {
  test('changes with my password, and my phone hears of it in my language', async () => {
    const { token, phone } = await holder()
    await world.tell(updateMe, { locale: 'es' }, { token })
    const email = `new${phone.slice(1)}@example.com`
    const told = await world.tell(changeEmail, { email, password: PASSWORD }, { token, from: newSource() })
    expect(told.status).toBe(200)
    expect((await world.tell(me, {}, { token })).body.email).toBe(email)
    await runJobs(world)
    expect(await outboxOf(world, phone)).toMatchObject([{ channel: 'sms', text: expect.stringContaining('el correo') }])
    expect(await world.db`select * from account_notice`).toHaveLength(0)
  })

  test('does not change with another password, and the session goes on', async () => {
    const { token, email } = await holder()
    const wish = { email: 'other@example.com', password: 'Otra-Clave-9' }
    const { status, body } = await world.tell(changeEmail, wish, { token, from: newSource() })
    expect([status, body.code]).toEqual([400, 'WRONG_CREDENTIALS'])
    expect((await world.tell(me, {}, { token })).body.email).toBe(email)
  })

  test('may not be somebody else’s, however it is spelled', async () => {
    const [mine, other] = [await holder(), await holder()]
    const wish = { email: other.email.toUpperCase(), password: PASSWORD }
    const { status, body } = await world.tell(changeEmail, wish, { token: mine.token, from: newSource() })
    expect([status, body.code]).toEqual([409, 'EMAIL_CONFLICT'])
  })

  test('may be my own in other letters', async () => {
    const { token, email } = await holder()
    const wish = { email: email.toUpperCase(), password: PASSWORD }
    expect((await world.tell(changeEmail, wish, { token, from: newSource() })).status).toBe(200)
  })

  test('of two who want the same address at once, one gets it', async () => {
    const people = await Promise.all([holder(), holder(), holder()])
    const email = 'wanted@example.com'
    const told = await Promise.all(
      people.map(({ token }) => world.tell(changeEmail, { email, password: PASSWORD }, { token, from: newSource() })),
    )
    expect(told.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('may be tried a few times, not a list of other people’s', async () => {
    const [mine, other] = [await holder(), await holder()]
    const wish = { email: other.email, password: PASSWORD }
    const codes: unknown[] = []
    for (let i = 0; i < 10; i++)
      codes.push((await world.tell(changeEmail, wish, { token: mine.token, from: newSource() })).body.code)
    expect(codes).toEqual([...Array(5).fill('EMAIL_CONFLICT'), ...Array(5).fill('RATE_LIMITED')])
  })
})
