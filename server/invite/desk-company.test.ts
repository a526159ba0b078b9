import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { joinCompany } from '@cuida/core/invite/api.ts'
import { listCompanies } from '@cuida/core/invite/desk-company-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { insertManager } from '../access/people/test-managers.ts'
import { newCart, newPatient, productFor } from '../booking/test-people.ts'
import { insertClinician, type TestClinician } from '../care/test-people.ts'
import { findTampering } from '../kit/audit.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import {
  createCompanyActions,
  DISCOUNT_REASON,
  dateInDays,
  parseCompanyLink,
  statusAndCode,
} from './test-desk-companies.ts'

const context = await createTestContext()
const product = await productFor(context, 'scheduled')
const manager = await insertManager(context)
const desk = createCompanyActions(context, manager)

const pays = (percentage = 30, more: { validFrom?: string; validUntil?: string } = {}) => ({
  productId: product.id,
  percentage,
  validFrom: null,
  validUntil: null,
  ...more,
})
const list = async (how: TestClinician = manager) =>
  (await context.sendCall(listCompanies, { pageSize: '100' }, how)).body.items
/** An employee who joined by a link that was created at the desk. */
async function employeeOf(id: string) {
  const patient = await newPatient(context)
  const [link] = (await desk.make(id)).body.links
  const joined = await context.sendCall(joinCompany, parseCompanyLink(link?.link ?? ''), patient)
  expect(joined.status).toBe(200)
  return patient
}
const offOf = async (patient: Awaited<ReturnType<typeof newPatient>>) => {
  const sessionKey = await newCart(context, patient, product)
  const { body } = await context.sendCall(getPrice, { sessionKey }, patient)
  return body.lines.find(({ kind }) => kind === 'companyDiscount')?.percentage
}

describe('a company', () => {
  test('a company is created with its discounts and listed with the products to choose from', async () => {
    const { status, body } = await desk.create({ name: 'Gráfica Jacarandá', discounts: [pays(30)] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      slug: 'grafica-jacaranda',
      version: 1,
      endedAt: null,
      discounts: [pays(30)],
      links: { open: 0, used: 0, expired: 0, takenBack: 0 },
    })
    expect(await list()).toContainEqual(body)
    const { body: all } = await context.sendCall(listCompanies, {}, manager)
    expect(all.offered).toContainEqual({ id: product.id, name: product.name })
    expect(all.redirectHosts).toContain('talleresmontenegro.example')
  })

  test('a changed percentage applies at once to everyone who joined [A1.1]', async () => {
    const { id } = await desk.company({ discounts: [pays(30)] })
    const eva = await employeeOf(id)
    expect(await offOf(eva)).toBe(30)
    const { body } = await desk.change(id, { name: 'Imprenta Azul', discounts: [pays(55)] })
    expect(body).toMatchObject({ name: 'Imprenta Azul', version: 2, discounts: [pays(55)] })
    expect(await offOf(eva)).toBe(55)
    expect((await context.sendCall(me, {}, eva)).body.b2bCompany).toEqual({
      name: 'Imprenta Azul',
      productDiscounts: [{ productId: product.id, discount: 55 }],
    })
  })

  test.each([
    ['before its first day', { validFrom: dateInDays(1) }, undefined],
    ['from its first day on', { validFrom: dateInDays(-1) }, 30],
    ['until its last day', { validUntil: dateInDays(1) }, 30],
    ['after its last day', { validUntil: dateInDays(-1) }, undefined],
  ])('a company pays %s: %s', async (_, days, off) => {
    const { id } = await desk.company({ discounts: [pays(30, days)] })
    expect(await offOf(await employeeOf(id))).toBe(off)
  })

  test('an ended company pays for nobody, its open links are revoked, and its name is free', async () => {
    const { id, name } = await desk.company({ discounts: [pays(30)] })
    const eva = await employeeOf(id)
    const [link] = (await desk.make(id)).body.links
    const { body } = await desk.end(id)
    expect(body).toMatchObject({ endedAt: expect.any(String), links: { open: 0, used: 1, takenBack: 1 } })
    expect(await offOf(eva)).toBeUndefined()
    expect((await context.sendCall(me, {}, eva)).body.b2bCompany).toBeNull()
    const luis = await newPatient(context)
    expect(statusAndCode(await context.sendCall(joinCompany, parseCompanyLink(link?.link ?? ''), luis))).toEqual([
      409,
      'LINK_NOT_GOOD',
    ])
    const next = await desk.create({ name })
    expect(next.status).toBe(201)
    expect(next.body.slug).not.toBe(body.slug)
    expect((await list()).at(-1)?.endedAt).not.toBeNull()
  })

  test('each action is audited with its reason and without names', async () => {
    const { id, name } = await desk.company({ discounts: [pays(30)] })
    await desk.change(id, { name: `${name} y Cía`, discounts: [] })
    await desk.make(id)
    await desk.end(id, 2)
    const record = await desk.recordOf(id)
    const by = { reason: DISCOUNT_REASON, staffId: manager.staffId }
    expect(record).toMatchObject([
      { ...by, act: 'create-company', detail: { discounts: { [product.id]: 30 } } },
      { ...by, act: 'change-company', detail: { discounts: {} } },
      { ...by, act: 'make-company-links', reason: null, detail: { count: 1 } },
      { ...by, act: 'end-company', detail: { open: 1 } },
    ])
    expect(JSON.stringify(record)).not.toContain('Talleres')
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })
})

describe('refused companies', () => {
  test('a company whose name another one has, in any spelling, also of two concurrent requests', async () => {
    const { name } = await desk.company()
    expect(statusAndCode(await desk.create({ name: name.toUpperCase() }))).toEqual([409, 'NAME_TAKEN'])
    const result = await Promise.all([desk.create({ name: 'Dos a la vez' }), desk.create({ name: 'Dos a la vez' })])
    expect(result.map(({ status }) => status).sort()).toEqual([201, 409])
  })
  test('a company renamed to another’s name, also by two managers at once', async () => {
    const one = await desk.company()
    const two = await desk.company()
    expect(statusAndCode(await desk.change(two.id, { name: one.name }))).toEqual([409, 'NAME_TAKEN'])
    const result = await Promise.all([one, two].map(({ id }) => desk.change(id, { name: 'El mismo nombre' })))
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(result.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'NAME_TAKEN' })
  })
  test.each(['https://evil.example/', 'http://talleresmontenegro.example/', 'javascript:alert(1)'])(
    'a company with a page at %s',
    async (redirectUrl) => {
      expect(statusAndCode(await desk.create({ redirectUrl }))).toEqual([409, 'REDIRECT_NOT_ALLOWED'])
      const { id } = await desk.company()
      expect(statusAndCode(await desk.change(id, { redirectUrl }))).toEqual([409, 'REDIRECT_NOT_ALLOWED'])
    },
  )
  test('a company with a product that is not offered', async () => {
    const unknown = { ...pays(), productId: 'nothing' }
    expect(statusAndCode(await desk.create({ discounts: [unknown] }))).toEqual([404, 'PRODUCT_NOT_FOUND'])
  })
  test('a company with the same product twice', async () => {
    expect(statusAndCode(await desk.create({ discounts: [pays(10), pays(20)] }))).toEqual([409, 'PRODUCT_TWICE'])
  })
  test('a company with a discount that ends before it begins', async () => {
    const reversed = pays(10, { validFrom: dateInDays(2), validUntil: dateInDays(1) })
    expect(statusAndCode(await desk.create({ discounts: [reversed] }))).toEqual([409, 'DATES_REVERSED'])
  })
  test.each([
    ['no name', { name: ' x ' }],
    ['a discount of 0 percent', { discounts: [{ productId: '1', percentage: 0, validFrom: null, validUntil: null }] }],
    [
      'a discount of 101 percent',
      { discounts: [{ productId: '1', percentage: 101, validFrom: null, validUntil: null }] },
    ],
    ['a fractional discount', { discounts: [{ productId: '1', percentage: 1.5, validFrom: null, validUntil: null }] }],
  ])('a company with %s', async (_, more) => expect((await desk.create(more)).status).toBe(400))
  test('a change by the second of two managers who read the same version', async () => {
    const { id } = await desk.company()
    const other = await insertManager(context)
    const result = await Promise.all([desk.change(id), desk.change(id, {}, other)])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(statusAndCode(await desk.change(id))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect(statusAndCode(await desk.end(id))).toEqual([409, 'CHANGED_MEANWHILE'])
  })
  test('a change after the company has ended', async () => {
    const { id } = await desk.company()
    const result = await Promise.all([desk.end(id), desk.end(id)])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(statusAndCode(await desk.change(id, { version: 2 }))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect(statusAndCode(await desk.end(id, 2))).toEqual([409, 'CHANGED_MEANWHILE'])
  })
  test('a change of an unknown company', async () => {
    const id = crypto.randomUUID()
    expect(statusAndCode(await desk.change(id))).toEqual([404, 'COMPANY_NOT_FOUND'])
    expect(statusAndCode(await desk.end(id))).toEqual([404, 'COMPANY_NOT_FOUND'])
  })
  test('a change by a manager who was blocked a moment ago', async () => {
    const blocked = await insertManager(context)
    await list(blocked)
    await context.db`update staff set status = 'blocked' where id = ${blocked.staffId}`
    const { name } = desk.input()
    expect((await desk.create({ name }, blocked)).status).toBe(401)
    expect(await context.db`select 1 from company where name = ${name}`).toEqual([])
  })
  test('a request by a clinician, who sees no company either, or by a patient', async () => {
    const { id } = await desk.company()
    const clinician = await insertClinician(context)
    expect(statusAndCode(await context.sendCall(listCompanies, {}, clinician))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await desk.create({}, clinician))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await desk.change(id, {}, clinician))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await desk.end(id, 1, clinician))).toEqual([403, 'NOT_ALLOWED'])
    expect((await context.sendCall(listCompanies, {}, await newPatient(context))).status).toBe(401)
  })
})
